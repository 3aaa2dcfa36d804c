import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real Chromium without a screen, out of a package: nothing has to be installed on the machine. */
export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu']; // as root in a container; and none of what else the package asks for, least of all --disable-web-security
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

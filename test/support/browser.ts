import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real headless Chromium from a package: nothing has to be installed on the machine. */
export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu']; // for root in a container; none of the package's other flags, least of all --disable-web-security
  return playwright.launch({ executablePath: await chromium.executablePath(), args });
}

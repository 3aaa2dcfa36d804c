import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real headless Chromium from a package: nothing has to be installed on the machine. Two must not unpack it at once. */
export function unpackedChromium(): Promise<string> {
  if (!existsSync(join(tmpdir(), 'chromium')))
    console.error('Unpacking a Chromium for the tests (210 MB, once) …');
  return chromium.executablePath();
}

export function launch(executablePath: string): Promise<Browser> {
  // For root in a container, and so that the time that its pages take is counted. None of the package's other flags, least
  // of all --disable-web-security.
  const args = ['--no-sandbox', '--disable-gpu', '--no-zygote'];
  return playwright.launch({ executablePath, args });
}

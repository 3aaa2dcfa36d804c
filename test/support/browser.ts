import type { Browser } from 'playwright-core';
import { askFor } from './ask-for.ts';
import { launch } from './chromium.ts';

export const openBrowser = async (): Promise<Browser> => launch((await askFor('chromium')) ?? '');

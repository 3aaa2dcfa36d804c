import { type APIRequestContext, request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { controlsOf, formOf, hrefOf, plain, unescaped } from './plain-pages.ts';

/**
 * Somebody in a browser without scripts, which is not drawn: it keeps cookies as Chromium does, and goes where answers,
 * links and forms lead. Where scripts, styles or a browser's policies matter, use a browser.
 */
export class Visitor {
  readonly #context: APIRequestContext;
  /** Every address that was asked for, in order. */
  readonly asked: string[] = [];
  /** The last answer. */
  html = '';
  status = 0;
  headers: Readonly<Record<string, string>> = {};

  private constructor(context: APIRequestContext) {
    this.#context = context;
  }

  /** Has no cookies yet. */
  static async come(options: { readonly userAgent?: string } = {}): Promise<Visitor> {
    const context = await request.newContext(options);
    onTestFinished(() => context.dispose());
    return new Visitor(context);
  }

  /** Another tab of the same browser. */
  tab(): Visitor {
    return new Visitor(this.#context);
  }

  /** Of the page, after all that it was sent on to. */
  get url(): string {
    return this.asked.at(-1) ?? '';
  }

  get text(): string {
    return plain(this.html);
  }

  async cookies() {
    return (await this.#context.storageState()).cookies;
  }

  goto(address: string, form?: Readonly<Record<string, string>>): Promise<void> {
    return this.#ask(new URL(address, this.url || undefined).href, form);
  }

  /** Follows the link of exactly this name. */
  async click(link: string): Promise<void> {
    return this.goto(hrefOf(this.html, link));
  }

  /** Presses a button. What the form's controls say is sent, unless `values` say otherwise. */
  async press(button: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    const { action, isPost, controls } = formOf(this.html, button);
    const sent = { ...controlsOf(controls), ...values };
    return isPost ? this.goto(action || this.url, sent) : this.goto(`${action}?${new URLSearchParams(sent)}`);
  }

  async #ask(address: string, form?: Readonly<Record<string, string>>): Promise<void> {
    let next: { readonly url: string; readonly form?: typeof form } = { url: address, form };
    for (let step = 0; step < 20; step += 1) {
      this.asked.push(next.url);
      const headers = { origin: new URL(next.url).origin };
      const answer = next.form
        ? await this.#context.post(next.url, { form: { ...next.form }, headers, maxRedirects: 0 })
        : await this.#context.get(next.url, { maxRedirects: 0 });
      this.html = await answer.text();
      this.status = answer.status();
      this.headers = answer.headers();
      const { location } = this.headers;
      const [, refresh] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(this.html) ?? [];
      const onward = location ?? (refresh && unescaped(refresh));
      if (!onward) return;
      next = { url: new URL(onward, next.url).href };
    }
    throw new Error(`${address} sends on and on`);
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Preferences of a Firefox that tells assistive programs everything, asks for nothing and calls nobody. */
const preferences = {
  'accessibility.force_disabled': -1,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** Codes of keys in WebDriver. */
export const keys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Down: '\uE015',
  Shift: '\uE008',
} as const;

/** A Firefox with a window, driven by WebDriver BiDi. It closes with `await using`. */
export async function openFirefox() {
  const profile = await mkdtempDisposable(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile.path, 'user.js'), lines.join(''));
  const args = ['--no-remote', '--profile', profile.path, '--remote-debugging-port', '0', 'about:blank'];
  const env = {
    ...process.env,
    MOZ_ENABLE_WAYLAND: '0',
    GNOME_ACCESSIBILITY: '1',
    GTK_MODULES: 'atk-bridge',
  };
  const program = spawn('firefox-esr', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(program, 'exit');
  const address = await addressIn(program.stderr);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const call = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') call?.reject(new Error(message));
    else call?.resolve(result);
  });
  let calls = 0;
  /** Calls a command of WebDriver BiDi. */
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    calls += 1;
    const { promise, ...settle } = Promise.withResolvers<unknown>();
    waiting.set(calls, settle);
    socket.send(JSON.stringify({ id: calls, method, params }));
    return promise;
  };
  await call('session.new', { capabilities: {} });
  const { contexts } = (await call('browsingContext.getTree')) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  await call('browsingContext.activate', { context });

  return {
    pid: program.pid,
    context,
    call,
    go: (url: string) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Presses keys as people do, one after the other. */
    press: (...values: string[]) =>
      call('input.performActions', {
        context,
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: values.flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      }),
    /** Resolves to the value of an expression in the page. */
    async see(expression: string): Promise<unknown> {
      const answer = (await call('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      })) as { result: { value?: string }; exceptionDetails?: { text: string } };
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      program.kill();
      await ended;
      await profile[Symbol.asyncDispose]();
    },
  };
}

/** Resolves to the address that Firefox prints once it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('Firefox ended before it listened');
}

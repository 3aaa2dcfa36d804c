import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from './children.ts';
import { freePort } from './free-port.ts';
import type { LambdaRuntime } from './lambda-runtime.ts';
import { hasEnded } from './processes.ts';

export interface LambdaFunction {
  /** The function's answer to one event; further events wait their turn. Rejects if the function failed. */
  invoke(event: object): Promise<unknown>;
  readonly pid: number;
  readonly log: () => string;
  /** Lambda stops a sandbox that has no event, between any two instructions. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The built function in its own new emulator, on this Node. `env` is the function's. */
export async function startLambda(
  runtime: LambdaRuntime,
  env: Readonly<Record<string, string>>,
  folder = 'dist/lambda',
): Promise<LambdaFunction> {
  const [port, api] = [await freePort(), await freePort()];
  const child = spawn(
    runtime.emulator,
    [
      ...['--runtime-interface-emulator-address', `127.0.0.1:${port}`],
      ...['--runtime-api-address', `127.0.0.1:${api}`],
      ...[runtime.client, 'index.handler'],
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        LAMBDA_TASK_ROOT: resolve(folder),
        AWS_LAMBDA_FUNCTION_NAME: 'leads',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
        AWS_LAMBDA_FUNCTION_TIMEOUT: '30',
        ...env,
      },
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  while (!(await isListening(port))) {
    if (hasEnded(child)) {
      // Another test was given the port after it had been found to be free.
      if (log.includes('address already in use')) return startLambda(runtime, env, folder);
      throw new Error(`the emulator ended with ${child.exitCode ?? child.signalCode}: ${log}`);
    }
    await sleep(10);
  }
  const pid = child.pid ?? 0;
  /** The emulator starts the function in a process group of its own. */
  const signal = (name: NodeJS.Signals): void => {
    for (const each of childrenOf(pid)) process.kill(each, name);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // an emulator takes one event at a time
  return {
    invoke: (event) => invoke(agent, port, event),
    pid,
    log: () => log,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      agent.destroy();
      if (hasEnded(child)) return;
      signal('SIGKILL');
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });
}

function invoke(agent: Agent, port: number, event: object): Promise<unknown> {
  return new Promise((done, fail) => {
    const path = '/2015-03-31/functions/function/invocations';
    const sent = request({ agent, host: '127.0.0.1', port, path, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const answer = text === '' ? undefined : JSON.parse(text);
        if (answer?.errorType) fail(new Error(`${answer.errorType}: ${answer.errorMessage}`));
        else done(answer);
      });
    });
    sent.on('error', fail);
    sent.end(JSON.stringify(event));
  });
}

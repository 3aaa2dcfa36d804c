import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { run, startServer } from '../support/processes.ts';

it.each(['start', 'leads'])('npm run %s reads a .env, and the shell stands above it', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  try {
    symlinkSync(resolve('src'), join(folder, 'src'));
    writeFileSync(join(folder, '.env'), 'PORT=of the file\nMETRICS_PORT=of the file\n');
    const script: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts[name];
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, METRICS_PORT: '0' };
    const command = `cd ${folder} && ${script} ${name === 'leads' ? 'vendor list' : ''}`;
    const { code, err } = await run('sh', ['-c', command], env).finished;
    expect(code).toBe(1);
    expect(err).toContain('PORT must be a whole number');
    expect(err).not.toContain('METRICS_PORT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('an address of the database that is none is told as a setting, and nothing of it is quoted', async () => {
  const starting = startServer({ MONGODB_URI: 'mongodb://user:ses%ame@h/x' });
  await expect(starting).rejects.toThrow(
    /: These settings have to be mended first:\nMONGODB_URI is no address that the MongoDB driver understands\n$/,
  );
});

// Runs on whatever Node is there, before anything is installed: plain JavaScript that imports only Node's own modules.
import { readFileSync } from 'node:fs';

/** The settings that need a package of `optionalDependencies` in deploy/package.json. */
const asking = /^(MONGODB_URI|DESK_OIDC|METRICS_PORT|PUSH_P)/;

/** The kinds of packages that a program does without: tools always, Node if this one is new enough, others by the settings. */
export function spared(words, isNew) {
  const set = [...Object.keys(process.env).filter((name) => process.env[name]), ...namesInFile()];
  const isAsked = set.some((name) => asking.test(name)) || words.some((word) => word.startsWith('mongodb'));
  return ['dev', ...(isAsked ? [] : ['optional']), ...(isNew ? ['peer'] : [])];
}

function namesInFile() {
  try {
    const lines = readFileSync('.env', 'utf8').matchAll(/^\s*(?:export\s+)?(\w+)\s*=\s*\S/gm);
    return [...lines].map(([, name]) => name);
  } catch {
    return [];
  }
}

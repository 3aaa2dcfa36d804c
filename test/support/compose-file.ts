import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

/** The Compose files, each with what its containers fix of the settings, whatever `.env` says. */
export const composeFiles = {
  'compose.yaml': {
    fixed: {
      SETTINGS_FROM: '.env',
      DELIVERIES: 'elsewhere',
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      DESK_PORT: '3001',
      DESK_HOST: '0.0.0.0',
    },
    /** Not passed on: of a file, and of the container, which the image fixes. */
    absent: ['DATA_FILE', 'QUIET_HOUR', 'HOST', 'PORT'],
  },
  'compose.file.yaml': {
    fixed: {
      SETTINGS_FROM: '.env',
      DATA_FILE: '/data/leads.db',
      HOST: '0.0.0.0',
      PORT: '3000',
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      DESK_PORT: '3001',
      DESK_HOST: '0.0.0.0',
    },
    absent: [],
  },
} as const;

type Texts = Readonly<Record<string, string>>;

export interface Resolved {
  readonly services: Readonly<
    Record<string, { readonly environment: Texts; readonly secrets: readonly string[] }>
  >;
}

/**
 * A Compose file with the settings of a `.env` beside it: as much of what Compose does as these files need.
 * `test/deep/compose.ts` compares it with Compose's own loader.
 */
export function resolved(path: string, dotEnv: string): Resolved {
  const given = parseEnv(dotEnv) as Texts;
  const filled = (text: string): string =>
    text.replace(/(?<!\$)\$\{(\w+)(?::([-+])(.*?))?\}/g, (_, name: string, kind?: string, other = '') => {
      const value = given[name] ?? '';
      return kind === '+' ? value && other : value || other;
    });
  const { services } = parse(readFileSync(path, 'utf8'), { merge: true });
  return {
    services: Object.fromEntries(
      Object.entries<Record<string, never>>(services).map(([name, service]) => {
        const own = Object.entries<unknown>(service.environment ?? {});
        const fromFile = (service.env_file ?? []) as readonly string[];
        if (fromFile.some((file) => file !== '.env'))
          throw new Error(`${path} reads another file of settings`);
        const environment = {
          ...(fromFile.length > 0 && given),
          ...Object.fromEntries(own.map(([key, value]) => [key, filled(String(value ?? ''))])),
        };
        return [name, { environment, secrets: service.secrets ?? [] }];
      }),
    ),
  };
}

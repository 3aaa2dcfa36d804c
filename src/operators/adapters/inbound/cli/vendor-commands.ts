import { isExpiring } from '#operators/domain/work/key-term.ts';
import { isUsable, keyState } from '../../../../domain/issued-key.ts';
import { meaning, optional, type ValuesOf } from '../presentation/fields.ts';
import type { Call } from '../presentation/operation.ts';
import { Key } from '../presentation/shapes/vendor-shapes.ts';
import { positiveDuration } from '../presentation/values.ts';
import { keyOfVendorColumns, refusedRequestColumns, vendorColumns } from '../presentation/vendor-views.ts';
import { atTerminal, tableOf } from './at-terminal.ts';
import { table, timeText } from './text.ts';

const lost = ({ keyId }: { readonly key: string; readonly keyId: string }): string =>
  `The new key could not be written out and cannot be shown again: revoke ${keyId}.`;

const expiring = optional({
  expiring: meaning('Only keys that will stop working within this time: 30d.', positiveDuration),
});

/** How these commands differ at a terminal. */
export const vendorsAtTerminal = {
  listVendors: atTerminal({
    list: tableOf(
      vendorColumns,
      'vendors',
      'There are no accounts yet: open one with vendor add NAME. (Vendors in API_KEYS have none.)',
    ),
  }),
  listRefusals: atTerminal({
    list: tableOf(refusedRequestColumns, 'requests', 'Nothing of it was refused in the last month.'),
  }),
  /** Lists a vendor's keys; without a vendor, those of all. */
  listKeys: atTerminal({
    query: expiring,
    async run(call) {
      const { vendor, keys } = await keysFound(call);
      return { vendor: vendor?.id, keys: keys.map(({ name: _name, ...view }) => view) };
    },
    async show(call, context) {
      const { vendor, keys } = await keysFound(call);
      if (keys.length > 0) return table(keyOfVendorColumns, keys, context);
      if (call.query.expiring !== undefined) return 'No key will stop working within that time.';
      return vendor
        ? `${vendor.name} has no keys yet: issue one with key issue.`
        : 'There are no keys yet: issue one with key issue VENDOR.';
    },
  }),
  issueKey: atTerminal({ secret: { field: 'key', lost } }),
  rotateKey: atTerminal({ secret: { field: 'key', lost } }),
  revokeKey: atTerminal({
    async remark({ vendor, keyId }: ReturnType<typeof Key.of>, { operator, now }, context) {
      const { keys } = await operator.listKeys({ vendor });
      const old = keys.find(({ replacedBy }) => replacedBy === keyId);
      if (!old || !isUsable(keyState(old, now))) return undefined;
      return `It had replaced ${old.id}, which works until ${timeText(old.expires, context)}: issue another by then.`;
    },
  }),
};

type Expiring = ValuesOf<typeof expiring>;

async function keysFound({
  operator,
  part,
  query,
  now,
}: Pick<Call, 'operator' | 'part' | 'now'> & { query: Expiring }) {
  const name = part('vendor');
  const vendor = name ? await operator.listKeys({ vendor: name }) : undefined;
  const accounts = vendor ? [vendor] : await operator.listVendors();
  const keys = accounts.flatMap((account) =>
    account.keys
      .filter((key) => query.expiring === undefined || isExpiring(key, now, query.expiring))
      .map((key) => ({ name: account.name, ...Key.of(key, { vendor: account.id, now }) })),
  );
  return { vendor, keys };
}

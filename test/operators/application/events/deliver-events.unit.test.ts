import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { makeSubmitLead } from '../../../../src/application/submit-lead.ts';
import { makeAnnounceReceived } from '../../../../src/operators/application/events/announce-received.ts';
import { EventDelivery } from '../../../../src/operators/application/events/deliver-events.ts';
import { makeKnownHooks } from '../../../../src/operators/application/events/known-hooks.ts';
import type { Message, Posted } from '../../../../src/operators/application/events/ports/post-event.ts';
import { afterTry } from '../../../../src/operators/domain/events/hook.ts';
import { type AnyEvent, hookAlarm } from '../../../../src/operators/domain/events/lead-event.ts';
import { leadOf, wholeDraft } from '../../../../suites/samples.ts';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

// Time passes at once: the next timer is due whenever there is nothing else to do.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
});
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const by = 'grace';
const ok: Posted = { status: 204, error: undefined, retryAfter: undefined, answer: undefined };
const failed: Posted = { status: 500, error: 'it answered 500', retryAfter: undefined, answer: 'sorry' };

const going = new AbortController().signal;

/** A message that was posted, as it came. */
type Arrived = Omit<Message, 'body'> & { readonly body: string };

/** The operator and a vendor's submissions in memory, and deliveries to receivers that are functions. */
function withHooks(
  receive: (message: Arrived) => Promise<Posted> = async () => ok,
  stop = going,
  areCallersWaiting = () => false,
) {
  const parts = inMemoryOperator();
  const { ports, clock, crm } = parts;
  const { webhooks, digest } = ports;
  const posted: Arrived[] = [];
  const warnings: string[] = [];
  let made = 0;
  const next = () => {
    made += 1;
    return `${made}`;
  };
  const knownHooks = makeKnownHooks(webhooks.hooks, clock);
  const announce = makeAnnounceReceived(knownHooks, () => {});
  const makeDelivery = () =>
    new EventDelivery({
      ...webhooks,
      knownHooks,
      clock,
      random: () => 0,
      newLease: next,
      areCallersWaiting,
      warn: (message) => void warnings.push(message),
      post: async (message) => {
        const arrived = { ...message, body: await message.body() };
        posted.push(arrived);
        return receive(arrived);
      },
    });
  const delivery = makeDelivery();
  const deliver = async () => {
    await delivery.round(stop);
    await delivery.settled();
  };
  const submit = makeSubmitLead({ crm, clock, digest, newLeadId: () => `lead-${next()}`, announce });
  const send = async (vendorId = 'ven_1') => (await submit({ lead: leadOf(wholeDraft), vendorId })).leadId;
  return { ...parts, posted, warnings, makeDelivery, delivery, deliver, send };
}

const bodies = (posted: readonly Arrived[]) => posted.map(({ body }) => JSON.parse(body));

describe('a new lead', () => {
  it('is told to the operator with the customer as sent, without the ZIP', async () => {
    const { operator, send, deliver, posted, clock } = withHooks();
    await operator.addHook({ url: 'https://crm.example.com/', by });
    const leadId = await send();
    await deliver();
    expect(bodies(posted)).toEqual([
      {
        type: 'lead.received',
        timestamp: clock().toISOString(),
        data: {
          leadId,
          externalLeadId: 'A-1047',
          status: 'In Progress',
          statusUpdatedAt: clock().toISOString(),
          vendor: { id: 'ven_1', name: 'Acme Motors' },
          deal: {
            dealType: 'other',
            notes: 'Needs Deal Type. Call me.',
            vehicle: { year: '2019', make: 'Ford', model: 'F-150', miles: '80000' },
            contactId: expect.any(String),
            receivedAt: clock().toISOString(),
          },
          customer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '5550102030' },
        },
      },
    ]);
    expect(posted[0]?.body).not.toContain('94107');
  });

  it('is told to no vendor', async () => {
    const { operator, send, deliver, posted } = withHooks();
    await operator.addHook({ url: 'https://acme.example.com/', vendor: 'static:acme', by });
    await send('static:acme');
    await deliver();
    expect(posted).toEqual([]);
  });
});

it('of a later release waits for a server that knows it, and holds up no other', async () => {
  const { operator, ports, send, deliver, posted, clock } = withHooks();
  const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
  const later = { id: 'evt_later', type: 'lead.sold', at: clock(), leadId: 'lead-1' } as unknown as AnyEvent;
  await ports.webhooks.deliveries.add([{ event: later, hooks: [hook.id] }]);
  await send();
  await deliver();
  expect(bodies(posted).map(({ type }) => type)).toEqual(['lead.received']);
});

describe('a new status', () => {
  it('is told to the vendor, with nothing personal, and to nobody else’s', async () => {
    const { operator, send, deliver, posted, clock, time } = withHooks();
    const { secret } = await operator.addHook({
      url: 'https://acme.example.com/',
      vendor: 'static:acme',
      by,
    });
    await operator.addHook({ url: 'https://zenith.example.com/', vendor: 'static:zenith', by });
    const leadId = await send('static:acme');
    time.now += 1;
    await operator.moveLead({ leadId, to: 'Quoted', by, reason: 'Ada asked for it' });
    await deliver();
    expect(posted).toMatchObject([
      {
        url: 'https://acme.example.com/',
        id: `evt_${leadId}_status_${clock().getTime().toString(36)}`,
        secrets: [secret],
      },
    ]);
    const at = clock().toISOString();
    const data = {
      leadId,
      externalLeadId: 'A-1047',
      status: 'Quoted',
      previousStatus: 'In Progress',
      statusUpdatedAt: at,
    };
    expect(bodies(posted)).toEqual([{ type: 'lead.status_changed', timestamp: at, data }]);
  });
});

describe('a receiver that fails', () => {
  it('gets the same event again after some time, and the log tells both', async () => {
    const answers = [failed, ok];
    const { operator, send, deliver, posted, time } = withHooks(async () => answers.shift() ?? ok);
    const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
    await send();
    await deliver();
    await deliver();
    expect(posted).toHaveLength(1);
    time.now += 5_000;
    await deliver();
    expect(posted.map(({ id }) => id)).toEqual([posted[0]?.id, posted[0]?.id]);
    const log = await operator.hookLog({ hookId: hook.id, limit: 9 });
    expect(log.map(({ status, answer }) => [status, answer])).toEqual([
      [204, undefined],
      [500, 'sorry'],
    ]);
    expect((await operator.listHooks())[0]?.failingSince).toBeUndefined();
  });

  it('is paused when it says 410, and gets everything once it is resumed', async () => {
    let answer: Posted = { ...failed, status: 410 };
    const { operator, send, deliver, posted, warnings, time } = withHooks(async () => answer);
    const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
    await send();
    await deliver();
    expect(warnings).toEqual([`Webhook ${hook.id} is paused, because its receiver answered 410.`]);
    await send();
    time.now += 60_000;
    await deliver();
    expect(posted).toHaveLength(1);
    answer = ok;
    await operator.resumeHook({ hookId: hook.id, by });
    time.now += 3_000;
    await deliver();
    expect(posted).toHaveLength(3);
  });

  it('is paused at once when it says 410, and warned of once, however many tries are under way', async () => {
    const { operator, send, deliver, posted, warnings } = withHooks(async () => ({ ...failed, status: 410 }));
    await operator.addHook({ url: 'https://crm.example.com/', by });
    for (let n = 0; n < 40; n += 1) await send();
    await deliver();
    await deliver();
    expect(posted.length).toBeLessThanOrEqual(16);
    expect(warnings).toHaveLength(1);
  });

  it('is given up after ten tries, and gets ten more when it is replayed', async () => {
    const { operator, send, deliver, posted, time } = withHooks(async () => failed);
    const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
    await send();
    const days = async (count: number) => {
      for (let n = 0; n < 4 * count; n += 1) {
        await deliver();
        time.now += 6 * 3_600_000;
      }
    };
    await days(7);
    expect(posted).toHaveLength(10);
    await operator.resumeHook({ hookId: hook.id, by });
    await operator.replayHook({ hookId: hook.id, by, eventId: posted[0]?.id ?? '' });
    await days(5);
    expect(posted).toHaveLength(20);
  });

  it('holds nobody else up', async () => {
    const hangs = new Promise<Posted>(() => {});
    const { operator, send, delivery, posted } = withHooks(({ url }) =>
      url.includes('hangs') ? hangs : Promise.resolve(ok),
    );
    await operator.addHook({ url: 'https://hangs.example.com/', by });
    await operator.addHook({ url: 'https://crm.example.com/', by });
    for (let n = 0; n < 3; n += 1) {
      await send();
      await delivery.round(going);
      await sleep(20);
    }
    expect(posted.filter(({ url }) => url.includes('crm'))).toHaveLength(3);
  });
});

it('a try that hangs keeps its own place, and the later events of its hook arrive and are settled', async () => {
  const { promise: hangs, resolve: end } = Promise.withResolvers<Posted>();
  const { operator, send, delivery, posted } = withHooks(() =>
    posted.length === 1 ? hangs : Promise.resolve(ok),
  );
  const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
  for (let n = 0; n < 100; n += 1) await send();
  const round = async () => {
    await delivery.round(going);
    await sleep(2_000);
    return posted.length;
  };
  expect(await round()).toBe(100);
  await send();
  expect(await round()).toBe(101);
  const log = async () => (await operator.hookLog({ hookId: hook.id, limit: 999 })).length;
  expect(await log()).toBe(100);
  end(ok);
  await delivery.settled();
  expect(await log()).toBe(101);
});

it('what is erased while its event waits for a try is in no body that is posted afterwards', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { operator, send, delivery, posted } = withHooks(async () => {
    await held;
    return ok;
  });
  await operator.addHook({ url: 'https://crm.example.com/', by });
  const leadIds: string[] = [];
  for (let n = 0; n < 40; n += 1) leadIds.push(await send());
  await delivery.round(going);
  await sleep(100);
  const before = posted.length; // as many as are posted at once; the others were taken with them
  expect(before).toBeLessThan(40);
  for (const leadId of leadIds) await operator.eraseLead({ leadId, by });
  release();
  await delivery.settled();
  expect(posted).toHaveLength(40);
  for (const { body } of posted.slice(before)) expect(body).not.toMatch(/Ada|example\.com|Call me|A-1047/);
});

it('that another process has just paused a webhook is told with the reason', async () => {
  const { ports, operator, deliver, posted, clock } = withHooks();
  const { hooks, deliveries } = ports.webhooks;
  const own = await operator.addHook({ url: 'https://crm.example.com/', events: ['hook.paused'], by });
  const { hook } = await operator.addHook({ url: 'https://acme.example.com/', vendor: 'static:acme', by });
  await deliver();
  await hooks.change(hook.id, (known) => afterTry(known, 410, clock()));
  await deliveries.add([
    { event: hookAlarm(hook.id, { what: 'paused', at: clock() }), hooks: [own.hook.id] },
  ]);
  await deliver();
  expect(bodies(posted)).toMatchObject([
    { type: 'hook.paused', data: { hookId: hook.id, failingSince: clock().toISOString(), why: 'gone' } },
  ]);
});

it('a hook gets its tries however many others hang', async () => {
  const hangs = new Promise<Posted>(() => {});
  const { operator, send, delivery, posted, time } = withHooks(({ url }) =>
    url.includes('hangs') ? hangs : Promise.resolve(ok),
  );
  for (let n = 0; n < 300; n += 1) await operator.addHook({ url: `https://hangs-${n}.example.com/`, by });
  for (let n = 0; n < 16; n += 1) await send();
  await delivery.round(going);
  await operator.addHook({ url: 'https://crm.example.com/', by });
  time.now += 3_000; // so that it is known
  const arrived = () => posted.filter(({ url }) => url.includes('crm')).length;
  for (let n = 0; n < 50 && arrived() === 0; n += 1) {
    await send();
    await delivery.round(going);
    await sleep(200);
  }
  expect(arrived()).toBeGreaterThan(0);
  const each = posted.filter(({ url }) => url.includes('hangs-299')).length;
  expect(each).toBeGreaterThan(0);
  expect(posted.length).toBeLessThan(1_200);
});

it('while callers wait for answers, tries begin one by one, and soon when nobody waits any longer', async () => {
  let areWaiting = true;
  const { operator, send, delivery, posted } = withHooks(undefined, going, () => areWaiting);
  await operator.addHook({ url: 'https://crm.example.com/', by });
  for (let n = 0; n < 200; n += 1) await send();
  await delivery.round(going);
  await sleep(300);
  expect(posted.length).toBeGreaterThan(0);
  expect(posted.length).toBeLessThanOrEqual(60);
  areWaiting = false;
  await delivery.settled();
  expect(posted).toHaveLength(200);
});

describe('in the middle of a backlog', () => {
  /** 300 events, each of which takes 50 ms; with the 20th, something happens. */
  async function backlog(
    happens: (parts: ReturnType<typeof withHooks>, hookId: string) => unknown,
    stop = going,
  ) {
    const parts = withHooks(async () => {
      parts.time.now += 50;
      if (parts.posted.length === 20) await happens(parts, hook.id);
      return ok;
    }, stop);
    const { hook } = await parts.operator.addHook({ url: 'https://crm.example.com/', by });
    for (let n = 0; n < 300; n += 1) await parts.send();
    await parts.deliver();
    return parts;
  }
  const within3s = 20 + 3_000 / 50 + 16;

  it.each(['pauseHook', 'removeHook'] as const)('%s ends the tries within three seconds', async (change) => {
    const { posted } = await backlog(({ operator }, hookId) => operator[change]({ hookId, by }));
    expect(posted.length).toBeLessThan(within3s);
  });

  it('a new secret signs within three seconds', async () => {
    const { posted } = await backlog(({ operator }, hookId) =>
      operator.rotateHook({ hookId, overlap: 60_000, by }),
    );
    expect(posted.length).toBeGreaterThan(within3s);
    expect(posted.slice(within3s).every(({ secrets }) => secrets.length === 2)).toBe(true);
  });

  it('the end of the process begins no try, and waits for those under way', async () => {
    const stop = new AbortController();
    const { posted, operator, deliver } = await backlog(() => stop.abort(), stop.signal);
    await deliver();
    expect(posted.length).toBeLessThan(20 + 16);
    const [hook] = await operator.listHooks();
    const log = await operator.hookLog({ hookId: hook?.id ?? '', limit: 99 });
    expect(log).toHaveLength(posted.length);
  });
});

it('many deliverers at once deliver each event once', async () => {
  const { operator, send, makeDelivery, posted } = withHooks();
  await operator.addHook({ url: 'https://crm.example.com/', by });
  for (let n = 0; n < 200; n += 1) await send();
  const deliveries = Array.from({ length: 5 }, makeDelivery);
  await Promise.all(deliveries.map((each) => each.round(going)));
  await Promise.all(deliveries.map((each) => each.settled()));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(200);
  expect(posted).toHaveLength(200);
});

it('the hooks are asked for once for all who ask, and again within three seconds', async () => {
  let asked = 0;
  let now = 0;
  const known = makeKnownHooks(
    {
      hooks: async () => {
        asked += 1;
        if (asked === 2) throw new Error('no store');
        return [];
      },
    },
    () => new Date(now),
  );
  await Promise.all([known(), known()]);
  now += 2_000;
  await known();
  expect(asked).toBe(1);
  now += 1_000;
  await expect(known()).rejects.toThrow('no store');
  await known();
  expect(asked).toBe(3);
});

describe('a round that fails', () => {
  it('is told, once a minute for each kind, and is trouble until one succeeds', async () => {
    const { operator, ports, time, warnings, delivery } = withHooks();
    await operator.addHook({ url: 'https://crm.example.com/', by });
    const { deliveries } = ports.webhooks;
    const errors = [
      ...['no right to find', 'no right to find', 'no server answers', 'no right to find'].map(
        (why) => new StoreUnavailable(why),
      ),
      new TypeError('about ada@example.com'),
    ];
    vi.spyOn(deliveries, 'dueHooks').mockImplementation(async () => {
      const error = errors.shift();
      if (error) throw error;
      return [];
    });
    expect(delivery.trouble).toBeUndefined();
    const told = (why: string) => `Delivering to webhooks was interrupted (${why}); it goes on by itself.`;
    for (const why of ['no right to find', 'no right to find', 'no server answers']) {
      await expect(delivery.round(going)).rejects.toThrow(why);
      expect(delivery.trouble).toBe(why);
    }
    expect(warnings).toEqual([told('no right to find'), told('no server answers')]);
    time.now += 60_000;
    await expect(delivery.round(going)).rejects.toThrow();
    await expect(delivery.round(going)).rejects.toThrow();
    expect(warnings.slice(2)).toEqual([told('no right to find'), told('TypeError')]);
    await delivery.round(going);
    expect([delivery.trouble, warnings.length]).toEqual([undefined, 4]);
  });
});

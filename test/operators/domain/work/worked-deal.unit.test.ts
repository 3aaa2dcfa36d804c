import { describe, expect, it } from 'vitest';
import { isSameLead, openDeal } from '../../../../src/domain/deal.ts';
import { EmailAddress } from '../../../../src/domain/email-address.ts';
import { type LeadField, leadFields } from '../../../../src/domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../../../../src/domain/lead.ts';
import { isFinal, leadStatuses, nextStatuses } from '../../../../src/domain/lead-status.ts';
import { activityKinds } from '../../../../src/operators/domain/work/activity.ts';
import { isUnanswered } from '../../../../src/operators/domain/work/answer.ts';
import { AnswerGoal } from '../../../../src/operators/domain/work/answer-goal.ts';
import { followUpDeal } from '../../../../src/operators/domain/work/follow-up.ts';
import { moveDeal } from '../../../../src/operators/domain/work/move-deal.ts';
import { noteDeal } from '../../../../src/operators/domain/work/note-deal.ts';
import {
  forgetCustomer,
  type Settable,
  untouched,
  type WorkedDeal,
  withChange,
} from '../../../../src/operators/domain/work/worked-deal.ts';
import { leadOf } from '../../../../suites/samples.ts';
import { wholeWork } from '../../../support/whole-work.ts';

const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');

function deal(dealType = 'sales'): WorkedDeal {
  const lead = Lead.parse({
    firstName: 'Ada',
    email: 'ada@example.com',
    zip: '94107',
    dealType,
    vendorName: 'Acme',
    notes: '  Call me\r\n',
    externalId: 'B-2',
    vehicleMake: 'Volvo',
  });
  return untouched(
    openDeal(lead, { id: 'L1', contactId: 'C1', vendorId: 'V1', receivedAt: at, idempotency: undefined }),
  );
}

describe('openDeal', () => {
  it('keeps the content of the lead, and the customer without the ZIP', () => {
    expect(deal()).toEqual({
      id: 'L1',
      contactId: 'C1',
      vendorId: 'V1',
      vendorName: 'Acme',
      customer: {
        firstName: 'Ada',
        lastName: undefined,
        email: EmailAddress.parse('ada@example.com'),
        phone: undefined,
      },
      dealType: 'sales',
      notes: '  Call me\r\n',
      externalId: 'B-2',
      vehicle: { year: undefined, make: 'Volvo', model: undefined, miles: undefined },
      receivedAt: at,
      idempotency: undefined,
      status: 'In Progress',
      history: [{ status: 'In Progress', at, by: 'V1', reason: undefined }],
      activities: [],
    });
  });

  it('names the key that the lead came with in its history, if it has an id', () => {
    const known = { id: 'L1', contactId: 'C1', vendorId: 'V1', receivedAt: at, idempotency: undefined };
    const opened = openDeal(leadOf({}), { ...known, keyId: 'K1' });
    expect(opened).toEqual({
      ...openDeal(leadOf({}), known),
      history: [{ status: 'In Progress', at, by: 'K1', reason: undefined }],
    });
  });

  it('Spec 2.1 rule 4: has no zip', () => {
    expect(JSON.stringify(deal())).not.toContain('94107');
  });

  it('Spec 2.1 rule 5: notes begin with "Needs Deal Type." if the type is other, and not if it is rental', () => {
    expect(deal('other').notes).toBe('Needs Deal Type.   Call me\r\n');
    expect(deal('OTHER').notes).toBe('Needs Deal Type.   Call me\r\n');
    expect(deal('rental').notes).toBe('  Call me\r\n');
  });
});

describe('Spec 3: statuses', () => {
  it('are these five, in this exact spelling, and Won and Lost are final', () => {
    expect(leadStatuses).toEqual(['In Progress', 'Quoted', 'Evaluation Scheduled', 'Won', 'Lost']);
    expect(leadStatuses.filter(isFinal)).toEqual(['Won', 'Lost']);
  });

  it.each([
    ['In Progress', ['Quoted', 'Evaluation Scheduled', 'Won', 'Lost']],
    ['Quoted', ['In Progress', 'Evaluation Scheduled', 'Won', 'Lost']],
    ['Evaluation Scheduled', ['In Progress', 'Quoted', 'Won', 'Lost']],
    ['Won', ['In Progress', 'Quoted', 'Evaluation Scheduled']],
    ['Lost', ['In Progress', 'Quoted', 'Evaluation Scheduled']],
  ] as const)('from %s: to %j', (from, to) => {
    expect(nextStatuses(from)).toEqual(to);
  });
});

describe('moveDeal', () => {
  const change = { at: later, by: 'operator:kim', reason: undefined };

  it('gives the change, which sets the status and is recorded in the history', () => {
    const quoted = moveDeal(deal(), 'Quoted', { ...change, reason: 'offer sent' });
    expect(quoted).toEqual({
      moved: { status: 'Quoted', at: later, by: 'operator:kim', reason: 'offer sent' },
      answeredAt: later,
    });
    const moved = withChange(deal(), quoted);
    expect(moved.status).toBe('Quoted');
    expect(moved.history).toEqual([
      { status: 'In Progress', at, by: 'V1', reason: undefined },
      { status: 'Quoted', at: later, by: 'operator:kim', reason: 'offer sent' },
    ]);
  });

  it.each([
    ['', undefined],
    [' \u2060\n', undefined],
    [' two\nlines ', 'two\nlines'],
    ['half \ud800 and NUL \0', 'half \ufffd and NUL \ufffd'],
  ])('keeps of the reason %j what every store can keep: %j', (reason, kept) => {
    expect(moveDeal(deal(), 'Quoted', { ...change, reason })?.moved?.reason).toBe(kept);
  });

  it('changes nothing if the deal already has the status', () => {
    const before = deal();
    expect(moveDeal(before, 'In Progress', change)).toBeUndefined();
    expect(withChange(before, undefined)).toBe(before);
  });

  it('refuses Won to Lost and Lost to Won, and says what is allowed', () => {
    const won = withChange(deal(), moveDeal(deal(), 'Won', change));
    const lost = withChange(deal(), moveDeal(deal(), 'Lost', change));
    const allowed = ['In Progress', 'Quoted', 'Evaluation Scheduled'];
    expect(() => moveDeal(won, 'Lost', { ...change, reason: 'x' })).toThrow(
      expect.objectContaining({ allowed }),
    );
    expect(() => moveDeal(lost, 'Won', { ...change, reason: 'x' })).toThrow(
      expect.objectContaining({ allowed }),
    );
  });

  it.each(['Won', 'Lost'] as const)('reopens a deal that is %s only with a reason', (final) => {
    const ended = withChange(deal(), moveDeal(deal(), final, change));
    expect(() => moveDeal(ended, 'Quoted', change)).toThrow('reason');
    for (const blank of ['  ', '\u200b\u3164'])
      expect(() => moveDeal(ended, 'Quoted', { ...change, reason: blank })).toThrow('reason');
    expect(moveDeal(ended, 'Quoted', { ...change, reason: 'called back' })?.moved?.status).toBe('Quoted');
  });
});

describe('isSameLead', () => {
  it.each([
    ['the same content', 'f1', true],
    ['erased content', undefined, true],
    ['other content', 'f2', false],
  ])('%s', (_what, fingerprint, same) => {
    expect(isSameLead({ key: 'k', fingerprint }, { key: 'k', fingerprint: 'f1' })).toBe(same);
  });
});

/** What becomes of each field. One that is new does not compile until that is decided. */
const fates = {
  firstName: 'contact and deal, until the customer is erased',
  lastName: 'contact and deal, until the customer is erased',
  email: 'contact and deal, until the customer is erased',
  phone: 'contact and deal, until the customer is erased',
  zip: 'contact',
  dealType: 'deal',
  vendorName: 'deal',
  vehicleYear: 'deal',
  vehicleMake: 'deal',
  vehicleModel: 'deal',
  vehicleMiles: 'deal',
  notes: 'deal, until the customer is erased',
  externalLeadId: 'deal, until the customer is erased',
  externalId: 'deal, until the customer is erased',
} as const satisfies Record<LeadField, string>;

it.each(leadFields)(
  '%s is kept on the contact or on the deal, and forgotten if it may be personal',
  (field) => {
    const odd: LeadDraft = { email: 'canary@example.com', phone: '2125550173', dealType: 'rental' };
    const value = String(odd[field] ?? 'canary');
    const lead = Lead.parse({
      firstName: 'Ada',
      email: 'ada@example.com',
      dealType: 'sales',
      vendorName: 'Acme',
      notes: 'Call.',
      [field]: value,
    });
    const known = { id: 'L1', contactId: 'C1', vendorId: 'V1', receivedAt: at, idempotency: undefined };
    const opened = untouched(openDeal(lead, known));
    const holds = (kept: object) => JSON.stringify(kept).includes(value);
    expect([holds(lead.customer), holds(opened), holds(forgetCustomer(opened, at))]).toEqual([
      fates[field].startsWith('contact'),
      fates[field] !== 'contact',
      fates[field] === 'deal',
    ]);
  },
);

/** Likewise of what people set. */
const fatesOfWork = {
  owner: 'stays',
  assigned: 'stays',
  changedAt: 'stays',
  stillSince: 'stays',
  answeredAt: 'stays',
  reopened: 'stays',
  followUp: 'goes with the customer',
} as const satisfies Record<keyof Settable, string>;

it('what people set goes with the customer if it may be personal', () => {
  const worked = { ...deal(), ...wholeWork('Ada', later) };
  const left = Object.entries(forgetCustomer(worked, later)).filter(([, value]) => value !== undefined);
  const kept = left.map(([field]) => field);
  expect(Object.keys(fatesOfWork).filter((field) => kept.includes(field))).toEqual(
    Object.entries(fatesOfWork).flatMap(([field, fate]) => (fate === 'stays' ? [field] : [])),
  );
});

describe('forgetCustomer', () => {
  const erased = new Date(later.getTime() + 1);

  it('blanks free text, ends the follow-up, and keeps status, history and key', () => {
    const signed = { at: later, by: 'grace', reason: 'Ada signed' };
    const moved = withChange(deal(), moveDeal(deal(), 'Won', signed));
    const known = { ...moved, idempotency: { key: 'k1', fingerprint: 'f' }, followUp: { at: later } };
    const forgotten = forgetCustomer(known, erased);
    expect(forgotten).toEqual({
      ...moved,
      customer: undefined,
      notes: '',
      externalId: undefined,
      idempotency: { key: 'k1', fingerprint: undefined },
      changedAt: erased,
      followUp: undefined,
      history: moved.history.map(({ status, at, by }) => ({ status, at, by, reason: undefined })),
    });
    expect(forgetCustomer(moved, erased).idempotency).toBeUndefined();
    expect(forgetCustomer(forgotten, new Date())).toEqual(forgotten);
  });

  it('leaves nobody to work for: no clock runs, nothing is written down, and there is no follow-up', () => {
    const forgotten = forgetCustomer({ ...deal(), followUp: { at: later } }, at);
    expect([isUnanswered(deal()), isUnanswered(forgotten)]).toEqual([true, false]);
    const goal = new AnswerGoal(1);
    expect([goal.answerOf(deal(), later)?.isLate, goal.answerOf(forgotten, later)]).toEqual([
      true,
      undefined,
    ]);
    const move = moveDeal(forgotten, 'Lost', {
      at: later,
      by: 'grace',
      reason: 'Ada said',
      lostReason: 'price',
    });
    expect(move?.moved).toMatchObject({ status: 'Lost', reason: undefined, lostReason: 'price' });
    const refused = expect.objectContaining({ reason: 'customer-erased' });
    for (const kind of activityKinds)
      expect(() => noteDeal(forgotten, { kind, text: 'x', at: later, by: 'grace' })).toThrow(refused);
    const acting = { at, by: 'grace' };
    expect(() => followUpDeal(forgotten, { to: later }, acting)).toThrow(refused);
    expect(followUpDeal(forgotten, { to: null }, acting)).toBeUndefined();
  });
});

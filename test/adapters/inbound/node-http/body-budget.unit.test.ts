import { expect, it } from 'vitest';
import { BodyBudget, type HeldBody } from '../../../../src/adapters/inbound/node-http/body-budget.ts';

function body() {
  const gone: HeldBody[] = [];
  const held: HeldBody = { bytes: 0, giveWay: () => void gone.push(held) };
  return { held, hasGone: () => gone.length > 0 };
}

it('grants what is left', () => {
  const budget = new BodyBudget(100);
  const [one, other] = [body(), body()];
  expect(budget.reserve(one.held, 60)).toBe(true);
  expect(budget.reserve(other.held, 40)).toBe(true);
  expect([one.held.bytes, other.held.bytes]).toEqual([60, 40]);
  expect([one.hasGone(), other.hasGone()]).toEqual([false, false]);
});

it('makes room at the expense of the incomplete body that began first', () => {
  const budget = new BodyBudget(100);
  const [first, second, third] = [body(), body(), body()];
  budget.reserve(first.held, 10);
  budget.reserve(second.held, 50);
  budget.reserve(first.held, 40); // began first, though it has grown since
  expect(budget.reserve(third.held, 50)).toBe(true);
  expect([first.hasGone(), second.hasGone(), third.hasGone()]).toEqual([true, false, false]);
  expect(first.held.bytes).toBe(0);
});

it('makes no room at the expense of complete bodies', () => {
  const budget = new BodyBudget(100);
  const [complete, late] = [body(), body()];
  budget.reserve(complete.held, 100);
  budget.arrived(complete.held);
  expect(budget.reserve(late.held, 1)).toBe(false);
  expect(complete.hasGone()).toBe(false);
  budget.release(complete.held);
  expect(budget.reserve(late.held, 100)).toBe(true);
});

it('refuses the one that began first if it is itself the one that grows', () => {
  const budget = new BodyBudget(100);
  const [first, second] = [body(), body()];
  budget.reserve(first.held, 60);
  budget.reserve(second.held, 40);
  expect(budget.reserve(first.held, 1)).toBe(false);
  expect(second.hasGone()).toBe(false);
});

it('releases a body once', () => {
  const budget = new BodyBudget(100);
  const [one, other] = [body(), body()];
  budget.reserve(one.held, 100);
  budget.release(one.held);
  budget.release(one.held);
  expect(budget.reserve(other.held, 101)).toBe(false);
  expect(budget.reserve(other.held, 100)).toBe(true);
});

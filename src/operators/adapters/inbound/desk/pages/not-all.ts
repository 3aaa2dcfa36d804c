import type { RefusedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { answerHead, showPage } from '../page.ts';
import { refusedPart } from '../why-not.ts';

interface NotAll {
  readonly all: number;
  /** The number of unchanged leads beside the refused ones. */
  readonly rest: number;
  readonly told: string;
  readonly refused: readonly (readonly [RefusedLead, name: Html])[];
  readonly back: { readonly path: string; readonly name: string };
}

/** Answers with a page on leads that stay as they are, and why. */
export function showNotAll(
  ctx: DeskContext,
  title: string,
  { all, rest, told, refused, back }: NotAll,
): void {
  const stay = refused.length + rest;
  const which = `${stay} of ${all} leads ${stay === 1 ? 'stays as it is' : 'stay as they are'}`;
  showPage(
    ctx,
    title,
    html`${answerHead(all === 1 ? 'The lead stays as it is' : which)}
<p>${told} <a href="${back.path}">${back.name}</a></p>
<ul class="panel refusals">${refused.map(
      ([each, name]) => html`<li><a href="${leadPath(each.id)}">${name}</a>: ${refusedPart(each)}</li>`,
    )}</ul>`,
  );
}

import type * as v from 'valibot';
import type { OwnUseCases, UseCase } from '../../../application/operator-as.ts';
import type { RefusalReason } from '../../../domain/refused.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Fields, FieldsOn, ValuesOf } from './fields.ts';

/** What an operation knows of a request that it may carry out. */
export interface Call<Q extends Fields = Fields, B extends Fields = Fields> {
  /** As whoever asks may use it. */
  readonly operator: OwnUseCases;
  /** The id of who asks. */
  readonly me: string;
  readonly now: Date;
  readonly zone: TimeZone;
  /** A part of the path, by its name there. */
  readonly part: (name: string) => string;
  readonly query: ValuesOf<Q>;
  readonly body: ValuesOf<B>;
  /** What names the order, if it is to be carried out once. */
  readonly once: string | undefined;
}

/** How a surface writes what a sentence is about. */
export interface Words {
  readonly time: (at: Date, beside?: Date) => string;
  /** `Lead 0199…` where many are, `The lead` on its own page. It begins a sentence. */
  readonly the: (kind: string, id: string) => string;
}

/** How it is called on the command line. */
export interface CommandWords<Name extends string = string> {
  /** `lead note <leadId> [text]`: parts of the path, and fields. Every other field has an option of its name. */
  readonly words: string;
  /** Another option of a field, or several: one that has its value (`true`), and flags, each with what it means and is for. */
  readonly options?: {
    readonly [N in Name]?: Readonly<Record<`--${string}`, true | readonly [string | null, string]>>;
  };
  /** What else is meant by a field that is given, unless it is said: a text alone is a note. */
  readonly implied?: { readonly [N in Name]?: { readonly [M in Name]?: string } };
  /** Without `leads`. */
  readonly examples: readonly string[];
}

/** Its form at the desk, drawn from the fields of its body for whoever may use it. */
export interface DeskForm<Name extends string = string> {
  /** The page that it stands on, which says afterwards what was done. */
  readonly on: 'lead' | 'vendors' | 'hook' | 'people';
  /** What stands above it. Without one, the page has a place for it. */
  readonly title?: string;
  /** The fields that it has, by what stands above them. */
  readonly fields?: { readonly [N in Name]?: string };
  readonly button: string;
  /** What follows from it. */
  readonly hint?: string;
  /** Its address, where that is not the operation's. What it is about is named last: `:id`. */
  readonly path?: string;
}

type Answer = v.GenericSchema<object>;

/** Something that operators do: how programs, people at a terminal and those at the desk ask for it, and what they are told. */
export interface Operation<Q extends Fields = Fields, B extends Fields = Fields, A extends Answer = Answer> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`; `{name}` stands for one segment. */
  readonly path: string;
  /** Whoever may not use it is refused before anything of the request is read. */
  readonly needs: UseCase;
  readonly summary: string;
  readonly description?: string;
  readonly query?: FieldsOn<Q>;
  readonly body?: FieldsOn<B>;
  /** Fields that name something, each with the refusal that says that it does not exist: 404 is for the path alone. */
  readonly naming?: { readonly [N in keyof Q | keyof B]?: RefusalReason };
  /** Makes something, for which a request may have an Idempotency-Key. */
  readonly makes?: true;
  /** One of `shapes`, if it has a name. */
  readonly answer: A;
  readonly run: (call: Call<Q, B>) => Promise<v.InferOutput<A>>;
  readonly command?: CommandWords<Extract<keyof Q | keyof B, string>>;
  readonly form?: DeskForm<Extract<keyof B, string>>;
  /** What was done, in one sentence. */
  readonly said?: (answer: v.InferOutput<A>, words: Words) => string;
}

/** Nothing is added: it tells the types of query, body and answer to `run` and `said`. */
export const operation = <
  A extends Answer,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
>(
  given: Operation<Q, B, A>,
): Operation => given as unknown as Operation;

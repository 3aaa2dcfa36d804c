import type * as v from 'valibot';
import type { OwnUseCases, UseCase } from '#operators/application/operator-as.ts';
import type { RefusalReason } from '#operators/domain/refused.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Fields, FieldsOn, ValuesOf } from './fields.ts';

/** A request that an operation carries out. */
export interface Call<Q extends Fields = Fields, B extends Fields = Fields> {
  /** The use cases, in the name of the caller. */
  readonly operator: OwnUseCases;
  /** The caller's id. */
  readonly me: string;
  readonly now: Date;
  readonly zone: TimeZone;
  /** Returns a part of the path by name. */
  readonly part: (name: string) => string;
  readonly query: ValuesOf<Q>;
  readonly body: ValuesOf<B>;
  /** The order's name, if it must be carried out only once. */
  readonly once: string | undefined;
}

/** The ways in which a surface writes parts of a sentence. */
export interface Words {
  readonly time: (at: Date, beside?: Date) => string;
  /** Names a thing at the beginning of a sentence: `Lead 0199…` among many, `The lead` on its own page. */
  readonly the: (kind: string, id: string) => string;
  /** A new thing's id at the end of a sentence, for those who type ids. */
  readonly asId: (id: string) => string;
  /** Names an owner: `Grace’s`, or `yours` on that person's page. */
  readonly whose: (person: { readonly id: string; readonly name: string }) => string;
}

/** An operation's command. */
export interface CommandWords<Name extends string = string> {
  /**
   * The command with its arguments, such as `lead note <leadId> [text]`: parts of the path, and fields. Every
   * other field has an option of its name.
   */
  readonly words: string;
  /** Other options of a field: one with its value (`true`), and flags, each with its value and description. */
  readonly options?: {
    readonly [N in Name]?: Readonly<Record<`--${string}`, true | readonly [string | null, string]>>;
  };
  /** Values that a given field implies for others that are absent: a text alone is a note. */
  readonly implied?: { readonly [N in Name]?: { readonly [M in Name]?: string } };
  /** Makes a data file that is not there: the operation may be the first that a store needs. */
  readonly begins?: true;
  /** Examples, without `leads`. */
  readonly examples: readonly string[];
}

/** The page that has a form, and reports the result. Some draw all of theirs by title, the others have a place for each. */
type FormPlace =
  | { readonly on: 'lead' | 'vendors'; readonly title: string }
  | { readonly on: 'hook' | 'people'; readonly title?: undefined };

/** An operation's form at the desk, drawn from the fields of its body for those who may use it. */
export type DeskForm<Name extends string = string> = FormPlace & {
  /** The form's fields, each with its label. */
  readonly fields?: { readonly [N in Name]?: string };
  /** Fields that the form requires although others may leave them out, each with its usual value. */
  readonly usual?: { readonly [N in Name]?: string };
  readonly button: string;
  /** The form's address, if it differs from the operation's. It ends in the id of the thing: `:id`. */
  readonly path?: string;
};

type Answer = v.GenericSchema<object>;

/** Something that operators do: how programs and people at terminal and desk ask for it, and what they get. */
export interface Operation<Q extends Fields = Fields, B extends Fields = Fields, A extends Answer = Answer> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/api`; `{name}` stands for one segment. */
  readonly path: string;
  /** The use case that decides who may ask. Others are refused before the request is read. */
  readonly needs: UseCase;
  /** A sentence that begins with a verb and names what is changed or told. */
  readonly summary: string;
  /** What else is to know. */
  readonly description?: string;
  readonly query?: FieldsOn<Q>;
  readonly body?: FieldsOn<B>;
  /** A body that it takes, for the description. */
  readonly example?: object;
  /** Fields that name something, each with the refusal that means it does not exist: a 404 is for the path alone. */
  readonly naming?: { readonly [N in keyof Q | keyof B]?: RefusalReason };
  /** True if the operation makes something: a request may then have an Idempotency-Key. */
  readonly makes?: true;
  /** The answer's shape: one of `shapes`, if it has a name. */
  readonly answer: A;
  readonly run: (call: Call<Q, B>) => Promise<v.InferOutput<A>>;
  readonly command?: CommandWords<Extract<keyof Q | keyof B, string>>;
  readonly form?: DeskForm<Extract<keyof B, string>>;
  /** One sentence on what was done. */
  readonly said?: (answer: v.InferOutput<A>, words: Words) => string;
}

/** An operation's id, and the use case that it needs: the one of that name, if it names no other. */
type Identified = { readonly id: UseCase } | Pick<Operation, 'id' | 'needs'>;

/** Makes an operation. It gives `run` and `said` the types of query, body and answer. */
export const operation = <
  A extends Answer,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
>(
  given: Omit<Operation<Q, B, A>, 'id' | 'needs'> & Identified,
): Operation => ({ needs: given.id, ...given }) as unknown as Operation;

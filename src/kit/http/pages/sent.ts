import type { Static, TObject } from 'typebox'
import type { Db, Tx } from '../../db/tables.ts'
import { type FieldFaults, Refusal } from '../../errors.ts'
import { type Locale, say } from '../../words/words.ts'
import { problem } from '../server/problem.ts'
import type { Page } from './page.ts'

/** The text values of a form as they arrived. */
export type Fields = Record<string, string | string[]>

/** A refused form: its name, its values and its faults. The page shows all of this again. */
export type Sent = { form: string; fields: Fields; says: string; faults: Record<string, string[]> }

/** The result of a form: the same page again, another address, or another page in its place. */
export type Outcome = undefined | { to: string; session?: Session } | Page | Refusal
type Session = { token: string; expires_at: string }

/**
 * The body of a form, and the action it does. `id` is the number in the name of the form: `traveler-12` is the form `traveler` for
 * 12.
 */
export type Form = {
  body: TObject
  isUpload: boolean
  tidy?: (texts: Fields) => Fields
  otherFaults?: OtherFaults
  emptied?: readonly string[]
  act: (tx: Tx, body: never, id: number) => Promise<Outcome>
  /** In place of `act`: an action that makes its own transactions, because it works long between them. */
  actAlone?: (body: never) => Promise<Outcome>
}
type OtherFaults = (db: Db, texts: Fields) => Promise<FieldFaults>
type Act<B extends TObject> = (tx: Tx, body: Static<B>, id: number) => Promise<Outcome>

export function form<B extends TObject>(body: B, act: Act<B>): Form {
  return { body, act, isUpload: false }
}
/** A form whose action makes its own transactions. */
export function formAlone<B extends TObject>(body: B, actAlone: (body: Static<B>) => Promise<Outcome>): Form {
  return { body, act: async () => undefined, actAlone, isUpload: false }
}
/** The same form with a function that corrects its values before they are validated. */
export function tidied(given: Form, tidy: (texts: Fields) => Fields): Form {
  return { ...given, tidy }
}
/** The same form, in which these fields become null if they are sent empty. Any other field that is left empty is not changed. */
export function emptying(given: Form, emptied: readonly string[]): Form {
  return { ...given, emptied }
}
/** The same form, which tells with the values that are not valid what else is wrong, so that all faults are told at once. */
export function toldAtOnce(given: Form, otherFaults: OtherFaults): Form {
  return { ...given, otherFaults }
}
/** A form with a file. Its schema has an `upload()` with the name `file`. */
export function uploadForm<B extends TObject>(body: B, act: Act<B>): Form {
  return { body, act, isUpload: true }
}

/** The refused form in the language of the reader. Passwords and codes are never written back. */
export function refusedForm(name: string, fields: Fields, refusal: Refusal, locale: Locale): Sent {
  const { detail, errors = {} } = problem(refusal, locale, '')
  const faults = Object.fromEntries(Object.entries(errors).map(([field, words]) => [field.split('.')[0] ?? '', words]))
  const says = Object.keys(faults).length ? say(lookBelow, locale) : detail
  const { password: _password, code: _code, ...kept } = fields
  return { form: name, fields: kept, says, faults }
}
const lookBelow = ['請修正標示的欄位後再送出。', 'Please correct the marked fields and send it again.'] as const

/** The name and the number of a form. */
export function formNameIn(text: string) {
  const [, name = '', id = '0'] = /^([a-z-]+?)(?:-(\d{1,9}))?$/.exec(text) ?? []
  return { name, id: Number(id) }
}

export function isRefusal(outcome: Outcome): outcome is Refusal {
  return outcome instanceof Refusal
}

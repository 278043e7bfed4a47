import type { TSchema } from 'typebox'
import type { Words } from '../../words/words.ts'

/** What the reference is about. */
export type About = { title: string; version: string; says: Words; chapters: readonly Chapter[]; messages?: Messages }

/** A part of the API. `holds`: the first words of its paths, where they are not its name. */
export type Chapter = { name: string; says: Words; holds?: readonly string[] }

/** What the service sends of itself, by type. */
export type Messages = Record<string, { says: Words; data: TSchema }>

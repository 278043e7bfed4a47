import type { TSchema } from 'typebox'
import type { Words } from '../../words/words.ts'

/** The description of the API for its reference. */
export type About = { title: string; version: string; says: Words; chapters: readonly Chapter[]; messages?: Messages }

/** A chapter of the reference. `holds`: the first words of its paths, if they are not its name. */
export type Chapter = { name: string; says: Words; holds?: readonly string[] }

/** The messages that the service sends by itself (webhooks), by type. */
export type Messages = Record<string, { says: Words; data: TSchema }>

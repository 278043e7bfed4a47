import type { Words } from '../../words.ts'

/** What the reference is about. */
export type About = { title: string; version: string; says: Words; chapters: readonly Chapter[] }

/** A part of the API. `holds`: the first words of its paths, where they are not its name. */
export type Chapter = { name: string; says: Words; holds?: readonly string[] }

/** Where the press finds its engine, and the templates with their fonts; of equal names the later folder wins. */
export type Shop = { engine: string; templates: readonly string[] }

/** A paper: its template, its facts as JSON, and pictures by the names under which the template reads them. */
export type Page = { template: string; facts: string; pictures: Record<string, Uint8Array> }
/** Several papers as one file, each beginning on a page of its own. */
export type Pages = { papers: Pick<Page, 'template' | 'facts'>[]; pictures: Page['pictures'] }

/** How a cell is written; a text is never guessed to be a number, a day or a formula. */
export type Kind = 'text' | 'whole' | 'money' | 'day'
export type Cell = string | number | null
/** Without a title the headings are the first row. */
export type SheetOfBook = { name: string; title?: string; columns: { heading: string; kind: Kind }[]; rows: Cell[][] }

/** Tables, whose headings have the colour of the agency. */
export type Book = { sheets: SheetOfBook[]; accent: string }

export type Work = Page | Pages | Book
/** `memory` is that of WebAssembly, in bytes; `used` is the CPU time of the work, and the most memory the press has had. */
export type Answer = { bytes?: Uint8Array; faults: string[]; missing: string[]; memory: number; used?: Used }
type Used = { ms: number; megabytes: number }

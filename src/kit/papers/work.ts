/** Where the press finds its engine, and the templates with their fonts; of equal names the later folder wins. */
export type Shop = { engine: string; templates: readonly string[] }

/** A paper: its template, its facts as JSON, and pictures by the names under which the template reads them. */
export type Page = { template: string; facts: string; pictures: Record<string, Uint8Array> }
/** Several papers as one file, each beginning on a page of its own. */
export type Pages = { papers: Pick<Page, 'template' | 'facts'>[]; pictures: Page['pictures'] }

export type Work = Page | Pages
/** `memory` is that of WebAssembly, in bytes; `used` is the CPU time of the work, and the most memory the press has had. */
export type Answer = { bytes?: Uint8Array; faults: string[]; missing: string[]; memory: number; used?: Used }
type Used = { ms: number; megabytes: number }

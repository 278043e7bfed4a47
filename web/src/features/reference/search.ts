/** Which plain records are listed, in which order, and which one is open. Only the page of a kind knows its own filters. */
export type ReferenceFilter = { kind?: string; sort?: string; page?: number; edit?: number | 'new' } & Record<
  string,
  unknown
>

export const referenceFilter = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => isSimple(value))) as ReferenceFilter
const isSimple = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

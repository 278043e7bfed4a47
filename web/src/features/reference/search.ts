/** Which plain records are listed, how, and the one that is open. Their own filters are known to their page alone. */
export type ReferenceFilter = { kind?: string; sort?: string; page?: number; edit?: number | 'new' } & Record<
  string,
  unknown
>

export const referenceFilter = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => isSimple(value))) as ReferenceFilter
const isSimple = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

type Check = (value: unknown) => boolean

/** Kinds of values in an address. The service checks the values themselves, and refuses those it does not know. */
export const isText: Check = (value) => typeof value === 'string' && value !== ''
export const isNumber: Check = (value) => Number.isInteger(value)
export const isTrue: Check = (value) => value === true
export const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
export const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.some((each) => each === value)

// The service takes several values of a filter; a page chooses one of each.
type OneOfEach<Query, Key extends keyof Query> = { [K in Key]?: Exclude<Query[K], readonly unknown[]> }

/**
 * What the address of a page may hold: some filters of a list, each with its kind. Anything else in an address is left out.
 * Called twice, because the first type is given and the second one is inferred.
 */
export const searchOf =
  <Query>() =>
  <Key extends keyof Query & string>(checks: Record<Key, Check>) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries<Check>(checks).flatMap(([key, isFit]) => {
        if (isFit(search[key])) return [[key, search[key]]]
        // Left out, it would stay: the router keeps what a page says nothing about.
        return key in search ? [[key, undefined]] : []
      }),
    ) as OneOfEach<Query, Key>

/** The tab that an address names, if it is one of these. Another one is not left out, because the router would keep it. */
export const tabOf =
  <const Tab extends string>(...tabs: readonly Tab[]) =>
  ({ tab }: Record<string, unknown>) =>
    (tab === undefined ? {} : { tab: tabs.find((each) => each === tab) }) as { tab?: Tab }

/** A message that arrived: its subject, its id and the time. */
export type Arrival = { about: string; id: string; at: number }

/** The messages that are expected, and those that arrived. */
export type Post = {
  name: string
  /** When the service acknowledged the request that causes the message. */
  asked: Map<string, number>
  /** All attempts, including those broken off before they were accepted. */
  tried: Arrival[]
  arrived: Arrival[]
}

export const missing = ({ asked, arrived }: Post) => {
  const there = new Set(arrived.map(({ about }) => about))
  return [...asked.keys()].filter((about) => !there.has(about))
}

/** Compares what arrived with what was expected: nothing lost, duplicates under the same id, nothing later than `seconds`. */
export const judge = (post: Post, seconds: number) => {
  const { name, asked, tried, arrived } = post
  const came = Map.groupBy(arrived, ({ about }) => about)
  const waits = [...asked].map(([about, at]) => ((came.get(about)?.[0]?.at ?? Number.POSITIVE_INFINITY) - at) / 1000)
  const longest = Math.max(0, ...waits)
  const twice = [...Map.groupBy(tried, ({ about }) => about)].filter(
    ([about, alike]) => asked.has(about) && alike.length > 1,
  )
  const lost = missing(post)
  const faults = [
    ...lost.map((about) => `${name}: ${about} never came`),
    ...(longest > seconds ? [`${name}: the longest wait was ${longest.toFixed(0)} s`] : []),
    ...twice
      .filter(([, alike]) => new Set(alike.map(({ id }) => id)).size > 1)
      .map(([about]) => `${name}: ${about} came under different ids`),
  ]
  return {
    faults,
    told: `${lost.length} of ${asked.size} ${name} lost, ${twice.length} twice, longest wait ${longest.toFixed(1)} s`,
  }
}

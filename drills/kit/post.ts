/** Something that came: about what, under which id, when. */
export type Arrival = { about: string; id: string; at: number }

/** What is to arrive, once or more often, and what did. */
export type Post = {
  name: string
  /** When the service acknowledged it. */
  asked: Map<string, number>
  /** All that came, also what was broken off before it was taken. */
  tried: Arrival[]
  arrived: Arrival[]
}

export const missing = ({ asked, arrived }: Post) => {
  const there = new Set(arrived.map(({ about }) => about))
  return [...asked.keys()].filter((about) => !there.has(about))
}

/** Holds what came against what was asked: nothing lost, what came twice under one id, nothing later than so many seconds. */
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

/** A message that arrived: its subject, its id and the time. */
export type Message = { about: string; id: string; at: number }

/** The messages that are expected, and those that arrived. */
export type Channel = {
  name: string
  /** The time at which the service acknowledged the request that causes the message. */
  expected: Map<string, number>
  /** All attempts, including those broken off before they were accepted. */
  attempts: Message[]
  arrived: Message[]
}

export const missing = ({ expected, arrived }: Channel) => {
  const there = new Set(arrived.map(({ about }) => about))
  return [...expected.keys()].filter((about) => !there.has(about))
}

/**
 * Compares the received messages with the expected ones: nothing lost, duplicates under the same id, nothing later than `seconds`.
 */
export const judge = (channel: Channel, seconds: number) => {
  const { name, expected, attempts, arrived } = channel
  const came = Map.groupBy(arrived, ({ about }) => about)
  const waits = [...expected].map(([about, at]) => ((came.get(about)?.[0]?.at ?? Number.POSITIVE_INFINITY) - at) / 1000)
  const longest = Math.max(0, ...waits)
  const twice = [...Map.groupBy(attempts, ({ about }) => about)].filter(
    ([about, alike]) => expected.has(about) && alike.length > 1,
  )
  const lost = missing(channel)
  const faults = [
    ...lost.map((about) => `${name}: ${about} never came`),
    ...(longest > seconds ? [`${name}: the longest wait was ${longest.toFixed(0)} s`] : []),
    ...twice
      .filter(([, alike]) => new Set(alike.map(({ id }) => id)).size > 1)
      .map(([about]) => `${name}: ${about} came under different ids`),
  ]
  return {
    faults,
    told: `${lost.length} of ${expected.size} ${name} lost, ${twice.length} twice, longest wait ${longest.toFixed(1)} s`,
  }
}

const NAME = 'guidon_http_request_seconds'
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Series = { counts: number[]; count: number; sum: number }
const begun = (): Series => ({ counts: bounds.map(() => 0), count: 0, sum: 0 })

/** How long answers took, by method, route and status: counted for each request, so it is counted by hand. */
export const durations = () => {
  const all = new Map<string, Series>()

  const observe = (method: string, route: string, status: number, seconds: number) => {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series = all.get(labels) ?? begun()
    if (series.count === 0) all.set(labels, series)
    series.count += 1
    series.sum += seconds
    for (let i = bounds.length - 1; i >= 0 && seconds <= (bounds[i] ?? 0); i -= 1)
      series.counts[i] = (series.counts[i] ?? 0) + 1
  }

  const text = () =>
    [
      `# HELP ${NAME} Time to answer, by route`,
      `# TYPE ${NAME} histogram`,
      ...[...all].flatMap(([labels, { counts, count, sum }]) => [
        ...counts.map((most, i) => `${NAME}_bucket{${labels},le="${bounds[i]}"} ${most}`),
        `${NAME}_bucket{${labels},le="+Inf"} ${count}`,
        `${NAME}_sum{${labels}} ${sum}`,
        `${NAME}_count{${labels}} ${count}`,
      ]),
      '',
    ].join('\n')

  return { observe, text }
}

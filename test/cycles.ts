export type Graph = ReadonlyMap<string, readonly string[]>

/** The cycles of a graph, one for each group of nodes that reach each other: `a → b → a`. */
export const cyclesIn = (graph: Graph) => {
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (node: string, way: string[]) => {
    if (way.includes(node)) cycles.push([...way.slice(way.indexOf(node)), node].join(' → '))
    if (done.has(node) || way.includes(node)) return
    for (const target of graph.get(node) ?? []) walk(target, [...way, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return cycles
}

/** The arrows between groups of files, where the group of a file is its name, or undefined for a file that does not count. */
export const grouped = (graph: Graph, groupOf: (path: string) => string | undefined): Graph => {
  const arrows = new Map<string, Set<string>>()
  for (const [path, targets] of graph) {
    const here = groupOf(path)
    if (here === undefined) continue
    const known = arrows.get(here) ?? new Set()
    arrows.set(here, known)
    for (const there of targets.map(groupOf)) if (there !== undefined && there !== here) known.add(there)
  }
  return new Map([...arrows].map(([group, targets]) => [group, [...targets]]))
}

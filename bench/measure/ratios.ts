import type { Bench } from '../bench.ts'
import type { Compared } from '../board.ts'
import { rewind } from '../dataset/rewind.ts'
import { tell } from '../tell.ts'
import { type Workload, workloads } from '../workloads.ts'
import { alternate, median, middle } from './rounds.ts'
import { compare } from './same.ts'

/** The service beside the reference, workload by workload. */
export const ratios = async (bench: Bench, isAsked: (row: string) => boolean): Promise<Compared[]> => {
  const lines: Compared[] = []
  const asked = workloads.filter(({ row }) => isAsked(row))
  for (const workload of asked) await compare(bench, workload)
  for (const workload of asked) {
    for (const connections of bench.options.connections) {
      tell(`${workload.row} ${workload.says}, ${connections} connections`)
      lines.push(await lineOf(bench, workload, connections))
    }
    if (workload.row === 'R5') await rewind(bench.place)
  }
  return lines
}

const lineOf = async (
  bench: Bench,
  { row, says, target, requests }: Workload,
  connections: number,
): Promise<Compared> => {
  const rounds = await alternate(bench, requests(bench.samples), connections)
  const { reference, service } = { reference: middle(rounds.reference), service: middle(rounds.service) }
  const pairs = rounds.service.map((each, i) => [each, rounds.reference[i] ?? reference] as const)
  return {
    row,
    says,
    target,
    connections,
    perSecond: { reference: reference.perSecond, service: service.perSecond },
    ratio: median(pairs.map(([one, other]) => one.perSecond / other.perSecond)),
    cpuRatio: median(pairs.map(([one, other]) => one.cpu / other.cpu)),
    cpu: { reference: reference.cpu, service: service.cpu, alone: service.serverCpu },
    p50: service.p50,
    p99: service.p99,
    disturbed: rounds.disturbed,
  }
}

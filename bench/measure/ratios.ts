import type { Bench } from '../bench.ts'
import type { Compared } from '../board.ts'
import { rewind } from '../dataset/rewind.ts'
import { showProgress } from '../progress.ts'
import { type Workload, workloads } from '../workloads.ts'
import { alternatingRounds, median, medianRound } from './rounds.ts'
import { assertSameAnswers } from './same-answers.ts'

/** Compares the service with the reference, one workload after the other. */
export const ratios = async (bench: Bench, isSelected: (row: string) => boolean): Promise<Compared[]> => {
  const lines: Compared[] = []
  const selected = workloads.filter(({ row }) => isSelected(row))
  const widths = new Map<Workload, number>()
  for (const workload of selected) widths.set(workload, await assertSameAnswers(bench, workload))
  for (const workload of selected) {
    for (const connections of bench.options.connections) {
      showProgress(`${workload.row} ${workload.title}, ${connections} connections`)
      lines.push({ ...(await lineOf(bench, workload, connections)), bytes: widths.get(workload) ?? 0 })
    }
    if (workload.row === 'R2') await rewind(bench.connection)
  }
  return lines
}

const lineOf = async (
  bench: Bench,
  { row, title, target, requests }: Workload,
  connections: number,
): Promise<Omit<Compared, 'bytes'>> => {
  const rounds = await alternatingRounds(bench, requests(bench.samples), connections)
  const { reference, service } = { reference: medianRound(rounds.reference), service: medianRound(rounds.service) }
  const pairs = rounds.service.map((each, i) => [each, rounds.reference[i] ?? reference] as const)
  return {
    row,
    title,
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

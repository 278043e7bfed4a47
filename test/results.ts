import type { Result } from './reporter.ts'

type ResultsOfFile = { passed: number; failed: string[]; skipped: { name: string; reason: string }[] }

/** The skipped tests of each file that a run has tested. */
export type Tested = { [file: string]: string[] }

/** The results of a run, by file. */
export function collectResults() {
  const files = new Map<string, ResultsOfFile>()
  const passedSecond: string[] = []
  const of = (file: string) => {
    const results = files.get(file) ?? { passed: 0, failed: [], skipped: [] }
    files.set(file, results)
    return results
  }
  const all = () => [...files.values()]

  return {
    add(file: string, { outcome, path, text = '' }: Result) {
      if (outcome === 'passed') of(file).passed += 1
      else if (outcome === 'failed') of(file).failed.push(path.join(' › '))
      // node:test joins the titles of a nested test with a space.
      else of(file).skipped.push({ name: path.join(' '), reason: text })
    },
    failedFiles: () => [...files].filter(([, { failed }]) => failed.length).map(([file]) => file),
    hasFailed: (file: string) => of(file).failed.length > 0,
    /** The results of the second try replace those of the first. */
    async repeat(file: string, run: () => Promise<void>) {
      const first = of(file).failed
      files.delete(file)
      await run()
      if (!of(file).failed.length) passedSecond.push(...first.map((title) => `${file} › ${title}`))
    },
    tested: (): Tested =>
      Object.fromEntries([...files].map(([file, { skipped }]) => [file, skipped.map(({ name }) => name)])),
    counts: () => ({
      passed: sum(all().map(({ passed }) => passed)),
      failed: sum(all().map(({ failed }) => failed.length)),
      skipped: sum(all().map(({ skipped }) => skipped.length)),
    }),
    summary() {
      const { passed, failed, skipped } = this.counts()
      const reasons = Map.groupBy(
        all().flatMap(({ skipped }) => skipped),
        ({ reason }) => reason,
      )
      return [
        ...(skipped ? ['Skipped:', ...[...reasons].map(([reason, of]) => `  ${of.length} × ${reason}`)] : []),
        `${passed} passed, ${failed} failed, ${skipped} skipped`,
        ...passedSecond.map((title) => `passed only the second time: ${title}`),
      ].join('\n')
    },
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)

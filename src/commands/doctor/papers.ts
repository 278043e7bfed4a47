import type { Config } from '../../config.ts'
import { type Finding, fail, ok, plain } from '../../health/finding.ts'
import { templatesWith } from '../papers/check.ts'

/** Prints every template if the operator has overridden templates. */
export async function paperFindings({ papersDir }: Pick<Config, 'papersDir'>): Promise<Finding[]> {
  if (!papersDir) return []
  const { check, close } = templatesWith(papersDir)
  const faults = (await check().finally(close)).flatMap(({ faults }) => faults)
  if (!faults.length) return [ok('papers', ['所有範本皆可列印。', 'Every template prints.'])]
  return [fail('papers', plain([...new Set(faults)].slice(0, 3).join('; ')), plain('guidon papers check'))]
}

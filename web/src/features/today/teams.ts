import type { Work } from 'guidon-sdk'
import { departmentWords, roleWords } from 'guidon-sdk/words'
import type { Words } from '../../kit/words.ts'

/** The teams whose work administrators and managers may see. */
export const teamWords: Record<Work['team'], Words> = {
  sales: roleWords.sales,
  op: departmentWords.op,
  ticketing: departmentWords.ticketing,
  line_control: departmentWords.line_control,
  finance: roleWords.finance,
  leader: roleWords.leader,
  manager: roleWords.manager,
  admin: roleWords.admin,
}
export const teamNames = Object.keys(teamWords) as Work['team'][]

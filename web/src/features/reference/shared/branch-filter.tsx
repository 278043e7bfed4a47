import { isStaff, useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { OneRecord } from '../../../ui/lists/filter-parts.tsx'
import { useBranches } from './branches.ts'

type Props = { value: number | undefined; choose: (value: number | undefined) => void }

/** A filter by branch, for staff of an agency with more than one. */
export const BranchFilter = (props: Props) => (isStaff(useMe()) ? <Choice {...props} /> : null)

const Choice = ({ value, choose }: Props) => {
  const say = useSay()
  const branches = useBranches() ?? []
  if (branches.length < 2) return null
  return <OneRecord label={say('分公司', 'Branch')} options={branches} value={value} choose={choose} />
}

import * as label from 'guidon-sdk/labels'
import { isStaff, useMe } from '../../../kit/me.ts'
import type { Words } from '../../../kit/words.ts'
import type { FieldProps } from '../../../ui/lists/filters.ts'
import { OneRecord } from '../../../ui/lists/one-of.tsx'
import { useAreas } from './areas.ts'
import { useBranches } from './branches.ts'

// Filters that several lists declare: `{ of: 'area_id', ...byArea }`.

const AreaField = (props: FieldProps) => <OneRecord {...props} options={useAreas()} />
export const byArea: { words: Words; field: typeof AreaField } = { words: label.area_id, field: AreaField }

const BranchField = (props: FieldProps) => (isStaff(useMe()) ? <Branches {...props} /> : null)
const Branches = (props: FieldProps) => {
  const branches = useBranches() ?? []
  return branches.length < 2 ? null : <OneRecord {...props} options={branches} />
}
/** For staff of an agency with more than one branch. */
export const byBranch: { words: Words; field: typeof BranchField } = { words: label.branch_id, field: BranchField }

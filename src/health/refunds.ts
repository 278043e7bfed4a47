import type { Db } from '../kit/db/tables.ts'
import { refundApproval } from '../modules/house/queries.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Checks whether a second person approves refunds, and whether there is one. All migrations must have run. */
export async function refundFindings(db: Db): Promise<Finding[]> {
  const { is_on, approvers } = await refundApproval(db)
  if (!is_on)
    return [
      warn(
        'refunds',
        ['退款不需要第二人核准。', 'No second person approves refunds.'],
        approvers > 1
          ? [
              `已有 ${approvers} 個會計、主管或管理員帳號；請在「公司資料」開啟第二人核准。`,
              `There are ${approvers} accounts of finance, managers and administrators: switch it on in the record of the agency.`,
            ]
          : [
              '只有一個會計、主管或管理員帳號時可以如此；有第二人時，請在「公司資料」開啟。',
              'That is possible while only one account belongs to finance, a manager or an administrator: switch it on once there is another.',
            ],
      ),
    ]
  if (approvers < 2)
    return [
      warn(
        'refunds',
        ['只有一個帳號能核准退款，因此沒有人能付款。', 'Only one account may approve refunds, so none can be paid.'],
        [
          '新增另一個會計、主管或管理員帳號，或在「公司資料」關閉第二人核准。',
          'Add another account of finance, a manager or an administrator, or switch the second person off in the record of the agency.',
        ],
      ),
    ]
  return [ok('refunds', ['由第二人核准。', 'A second person approves them.'])]
}

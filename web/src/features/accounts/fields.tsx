import type { GetUser, UserInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { departmentWords, roleWords } from 'guidon-sdk/words'
import { useState } from 'react'
import type { Department, Role } from '../../kit/role-words.ts'
import { useSay } from '../../kit/words.ts'
import { Choice, Field, type Given, useFault } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { useBranches } from '../reference/shared/branches.ts'

const roles = Object.keys(roleWords) as Role[]
const colleagues = roles.filter((role) => role !== 'customer')
const alsoName = (role: Role) => `also_${role}`
const departments = Object.keys(departmentWords) as Department[]

type Props = { user?: GetUser }

/** The fields of an account, for an invitation and for a change. */
export const AccountFields = ({ user }: Props) => {
  const say = useSay()
  return (
    <>
      <Field id="name" label={say('姓名', 'Name')} defaultValue={user?.name ?? ''} required />
      <Field id="name_en" label={say('英文姓名', 'Name in English')} defaultValue={user?.name_en ?? ''} />
      <Field id="email" type="email" label={say(...label.email)} defaultValue={user?.email ?? ''} required />
      <Field id="phone" type="tel" label={say(...label.phone)} defaultValue={user?.phone ?? ''} />
      <Placement {...(user && { user })} />
      <Branch {...(user && { user })} />
      <Choice
        id="locale"
        label={say(...label.locale)}
        defaultValue={user?.locale ?? 'zh-TW'}
        options={[
          ['zh-TW', '中文（台灣）'],
          ['en', 'English'],
        ]}
      />
    </>
  )
}

/** The fields as a body of the API. */
export const accountGiven = (given: Given) => {
  const role = roles.find((each) => each === given('role')) ?? 'sales'
  const others = role === 'customer' ? [] : colleagues.filter((each) => each !== role && given(alsoName(each)) === 'on')
  const held = [role, ...others]
  return {
    name: given('name'),
    name_en: given('name_en') || null,
    email: given('email'),
    phone: given('phone') || null,
    role,
    roles: held,
    departments: held.includes('department') ? departments.filter((each) => given(each) === 'on') : [],
    tour_leader_id: (held.includes('leader') && Number(given('tour_leader_id'))) || null,
    branch_id: Number(given('branch_id')) || null,
    locale: given('locale') === 'en' ? 'en' : 'zh-TW',
  } satisfies UserInput
}

/** The roles, with the departments of department staff and the profile of a leader. */
const Placement = ({ user }: Props) => {
  const say = useSay()
  const [role, setRole] = useState<Role>(user?.role ?? 'sales')
  const [also, setAlso] = useState<readonly Role[]>(user?.roles.slice(1) ?? [])
  const held = role === 'customer' ? [role] : [role, ...also.filter((each) => each !== role)]
  const isOther = user && (held.length !== user.roles.length || held.some((each) => !user.roles.includes(each)))
  return (
    <>
      <div className="field">
        <label htmlFor="role">{say(...label.role)}</label>
        <select
          className="input"
          id="role"
          name="role"
          value={role}
          onChange={({ target }) => setRole(roles.find((each) => each === target.value) ?? role)}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {say(...roleWords[each])}
            </option>
          ))}
        </select>
      </div>
      {role !== 'customer' && <Also role={role} also={also} change={setAlso} />}
      {isOther && <p className="hint">{say('更改角色會登出所有裝置。', 'Changing the role signs out all devices.')}</p>}
      {held.includes('department') && <Departments chosen={user?.departments ?? []} />}
      {held.includes('leader') && <LeaderProfile {...(user && { user })} />}
    </>
  )
}

type AlsoProps = { role: Role; also: readonly Role[]; change: (to: Role[]) => void }

/** Additional roles: in a small agency a salesperson may also do the accounting. */
const Also = ({ role, also, change }: AlsoProps) => {
  const say = useSay()
  const fault = useFault('roles')
  return (
    <fieldset className="field">
      <legend className="label small soft">{say('兼任', 'Additional roles')}</legend>
      <div className="checks">
        {colleagues
          .filter((each) => each !== role)
          .map((each) => (
            <label key={each}>
              <input
                type="checkbox"
                name={alsoName(each)}
                checked={also.includes(each)}
                onChange={({ target }) =>
                  change(target.checked ? [...also, each] : also.filter((other) => other !== each))
                }
              />
              {say(...roleWords[each])}
            </label>
          ))}
      </div>
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}

const Departments = ({ chosen }: { chosen: Department[] }) => {
  const say = useSay()
  const [fault, other] = [useFault('department'), useFault('departments')]
  return (
    <fieldset className="field">
      <legend className="label small soft">{say(...label.departments)}</legend>
      <div className="checks">
        {departments.map((each) => (
          <label key={each}>
            <input type="checkbox" name={each} defaultChecked={chosen.includes(each)} />
            {say(...departmentWords[each])}
          </label>
        ))}
      </div>
      {(fault ?? other) && <p className="fault">{fault ?? other}</p>}
    </fieldset>
  )
}

// Fields that keep their values until somebody changes them, also before their lists are loaded.

const LeaderProfile = ({ user }: Props) => {
  const say = useSay()
  return (
    <RecordField
      id="tour_leader_id"
      label={say('領隊資料', 'Leader profile')}
      of="/api/tour-leaders"
      first={user?.tour_leader_id}
    />
  )
}

/** Empty means the head office. */
const Branch = ({ user }: Props) => {
  const say = useSay()
  const branches = useBranches() ?? []
  if (branches.length === 0 && !user?.branch_id) return null
  return (
    <RecordField
      id="branch_id"
      label={say('分公司（空白為總公司）', 'Branch (empty: the head office)')}
      of="/api/branches"
      first={user?.branch_id}
    />
  )
}

import * as label from 'guidon-sdk/labels'
import Lock from '~icons/lucide/lock'
import Receipt from '~icons/lucide/receipt'
import { useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import css from './page.module.css'
import { Line, Part } from './part.tsx'

/** How something stands, and what is told after an action. */
export const States = () => {
  const say = useSay()
  const badges = [
    ['', say('已收到', 'Received')],
    ['missing', say('缺護照', 'Passport missing')],
    ['go', say('已成團', 'Guaranteed')],
    ['near', say('差 2 人成團', '2 more to go')],
    ['quiet', say('報名中', 'Open')],
    ['line', say('已滿・可候補', 'Full, waitlist')],
    ['turn-sales', say('業務', 'Sales')],
    ['turn-department', say('部門', 'Department')],
    ['turn-customer', say('待客戶回覆', 'Waits for the customer')],
    ['turn-leader', say(...label.leader_id)],
    ['turn-admin', say('待核准', 'Waits for approval')],
    ['turn-done', say('完成', 'Done')],
    ['turn-over', say('已取消', 'Cancelled')],
    ['turn-late', say('逾期', 'Overdue')],
  ] as const
  return (
    <>
      <Part title={say('狀態', 'Badge')}>
        <Line>
          {badges.map(([kind, words]) => (
            <span key={kind} className={`badge ${kind}`}>
              {words}
            </span>
          ))}
        </Line>
      </Part>
      <Part title={say('告知與錯誤', 'Told and fault')}>
        <p className="told">{say('謝謝您，我們已收到您的回覆。', 'Thank you, we have received your answer.')}</p>
        <p className="told fault">
          {say(
            '已有人在您之後修改了這筆訂單，您的內容尚未儲存。請看過差異再決定要保留哪一邊。',
            'Somebody changed this booking after you opened it, so yours was not saved. Look at the differences, then choose what to keep.',
          )}
        </p>
      </Part>
      <Part title={say('空白與等待', 'Empty and waiting')}>
        <Empty icon={Receipt} act={<AddOne />}>
          {say('還沒有訂單', 'No bookings yet')}
        </Empty>
        <NothingFound clear={() => {}} />
        <Empty why="done">{say('沒有待核准的申請', 'Nothing waits for approval')}</Empty>
        <Empty icon={Lock}>
          {say('請從一筆資料的頁面開啟它的異動紀錄。', 'Open the audit of a record from the page of the record.')}
        </Empty>
        <Loading />
      </Part>
    </>
  )
}

const AddOne = () => {
  const say = useSay()
  return (
    <button type="button" className="button">
      {say('新增訂單', 'New booking')}
    </button>
  )
}

export const Facts = () => {
  const say = useSay()
  return (
    <Part title={say('資料與金額', 'Facts and sums')}>
      <dl className="facts">
        <div>
          <dt>{say('集合', 'Meeting')}</dt>
          <dd>
            {say(
              '桃園機場第二航廈 3 樓，送機組 0912 555 100',
              'Taoyuan airport, terminal 2, third floor; desk 0912 555 100',
            )}
          </dd>
        </div>
        <div>
          <dt>{say(...label.leader_id)}</dt>
          <dd>{say('蔡雅婷', 'Ya-Ting Tsai')}</dd>
        </div>
      </dl>
      <dl className="facts sums">
        <div>
          <dt>{say('大人 × 2', 'Adults × 2')}</dt>
          <dd>NT$99,800</dd>
        </div>
        <div className="total">
          <dt>{say('合計', 'Total')}</dt>
          <dd>NT$99,800</dd>
        </div>
      </dl>
      <p>
        <span className="price">
          NT$49,900 <small>{say('每位大人', 'per adult')}</small>
        </span>
      </p>
      <ul className="rows">
        <li className="between">
          <span>{say('護照影本', 'Copy of the passport')}</span>
          <span className="badge">{say('已收到', 'Received')}</span>
        </li>
        <li className="between">
          <span>{say('未成年人的法定代理人同意書', 'Consent of the legal guardian of a minor')}</span>
          <span className="badge missing">{say('未收到', 'Missing')}</span>
        </li>
      </ul>
    </Part>
  )
}

export const Talk = () => {
  const say = useSay()
  return (
    <Part title={say('對話與人', 'Talk and face')}>
      <Line>
        <span className="face" aria-hidden="true">
          {say('王', 'W')}
        </span>
        <span className="face turn-sales" aria-hidden="true">
          {say('陳', 'C')}
        </span>
        <span>{say('王美玲與陳怡安', 'Mei-Ling Wang and Yi-An Chen')}</span>
      </Line>
      <ul className="talk">
        <li>
          <span className="soft small">{say('陳怡安・11/25 10:15', 'Yi-An Chen, 25 Nov 10:15')}</span>
          <span className="words">
            {say(
              '兩位長輩的座位已向航空公司申請靠走道，確定後會再通知您。',
              'We asked the airline for seats at the aisle for both, and let you know once it is certain.',
            )}
          </span>
        </li>
        <li className="own">
          <span className="soft small">{say('您・11/25 10:30', 'You, 25 Nov 10:30')}</span>
          <span className="words">{say('謝謝！', 'Thank you!')}</span>
        </li>
      </ul>
    </Part>
  )
}

/** In a card of the console lists reach the edges, so its text brings the gap to them. */
export const Cards = () => {
  const say = useSay()
  const kinds = [
    ['', say('訂單', 'Booking')],
    ['asks', say('現在請您', 'Please do now')],
    ['over', say('過去的說明會', 'A briefing that is over')],
  ] as const
  return (
    <Part title={say('卡片', 'Card')}>
      {kinds.map(([kind, title]) => (
        <div key={kind} className={`card ${kind}`}>
          <div className={css.inside}>
            <p>
              <b>{title}</b>
            </p>
            <p className="soft small">{say('ITA270117A-002・3 位', 'ITA270117A-002, 3 people')}</p>
          </div>
        </div>
      ))}
    </Part>
  )
}

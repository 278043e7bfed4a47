import type { ReactNode } from 'react'
import { useHouse } from '../../../kit/house.ts'
import { locale, nameOf, useSay } from '../../../kit/words.ts'
import css from './page.module.css'
import { Scene } from './scene.tsx'

/** The frame of the sign-in forms: a picture, the agency's name, and the language switch. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const say = useSay()
  return (
    <main className={css.signIn}>
      <Cover />
      <div className={css.forms}>
        {children}
        <button
          type="button"
          className="button plain"
          onClick={() => locale.set(locale.now() === 'en' ? 'zh-TW' : 'en')}
        >
          {say('English', '中文')}
        </button>
      </div>
    </main>
  )
}

const Cover = () => {
  const say = useSay()
  const house = useHouse()
  return (
    <div className={css.scene}>
      <Scene />
      <div className={css.brand}>
        <img src={house?.logo_url ?? '/desk/guidon.svg'} alt="" />
        {house?.name ? nameOf(say, { name: house.name, name_en: house.name_en }) : 'Guidon'}
      </div>
      <p>
        {say('每一團、每一位旅客、', 'Every departure, every traveler,')}
        <br />
        {say('每一個期限，都在這裡。', 'every deadline, in one place.')}
      </p>
    </div>
  )
}

import type { ComponentProps } from 'react'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { SelectedFiles } from './files/selected-files.tsx'
import OptionFields from './options/option-fields.tsx'
import { OptionsPanel } from './options/options-panel.tsx'
import type { StoppedOfferProps } from './stopped-offer.tsx'

const StoppedOffer = lazyPart(() => import('./stopped-offer.tsx'))

type Props = {
  list: Omit<ComponentProps<typeof SelectedFiles>, 'sealed'>
  panel: Omit<ComponentProps<typeof OptionsPanel>, 'Fields'>
  /** An upload of these very files that can go on, which settles the options. */
  stopped: StoppedOfferProps['stopped'] | undefined
  onStartOver: () => void
}

/** The selection, beside the options and the button that sends it. */
export default function ComposeView({ list, panel, stopped, onStartOver }: Props) {
  const { config, options, problems, cameBack } = panel
  return (
    <>
      <h1 className="vh">{t('nav.upload')}</h1>
      <div className="compose has-go">
        <SelectedFiles {...list} sealed={options.endToEnd} />
        {stopped ? (
          <StoppedOffer
            stopped={stopped}
            selection={list.selection}
            options={options}
            config={config}
            problems={problems}
            blocked={list.reading}
            cameBack={cameBack}
            onStartOver={onStartOver}
          />
        ) : (
          <OptionsPanel {...panel} Fields={OptionFields} />
        )}
      </div>
    </>
  )
}

import { useState } from 'react'
import { paletteOf } from '#contract/operations/branding/colours.ts'
import { contrast } from '#contract/operations/branding/oklch.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'

const asHex = /^#[0-9a-f]{6}$/i

/** One colour, and what light and dark pages make of it. */
export function ColourField({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  const [typed, setTyped] = useState(colour)
  const { onLight, onDark, light, dark } = paletteOf(colour)
  const isTyped = typed.toUpperCase() === colour || !asHex.test(typed)
  function type(text: string) {
    setTyped(text)
    if (asHex.test(text)) onChange(text.toUpperCase())
  }
  return (
    <div className="stack-s">
      <FormField
        label={t('admin.identity.colour')}
        hint={t('admin.identity.colourHint')}
        error={asHex.test(isTyped ? typed : colour) ? undefined : t('admin.identity.colourInvalid')}
      >
        {(tie) => (
          <span className="identity-colour">
            <input
              type="color"
              aria-label={t('admin.identity.chooseColour')}
              value={colour}
              onChange={({ target }) => type(target.value.toUpperCase())}
            />
            <input
              className="input num"
              {...tie}
              spellCheck={false}
              autoComplete="off"
              maxLength={7}
              value={isTyped ? typed : colour}
              onChange={({ target }) => type(target.value)}
            />
          </span>
        )}
      </FormField>
      <ul className="identity-tones small">
        <Tone
          colour={onLight}
          text={
            onLight === colour
              ? t('admin.identity.onLight')
              : t('admin.identity.onLightMoved', { colour: onLight })
          }
          ratio={contrast(light.box, light.boxInk)}
        />
        <Tone
          colour={onDark}
          text={
            onDark === colour
              ? t('admin.identity.onDark')
              : t('admin.identity.onDarkMoved', { colour: onDark })
          }
          ratio={contrast(dark.primary, dark.onPrimary)}
        />
      </ul>
    </div>
  )
}

function Tone({ colour, text, ratio }: { colour: string; text: string; ratio: number }) {
  return (
    <li>
      <i style={{ background: colour }} />
      <span>
        {text}{' '}
        <span className="muted num">
          {t('admin.identity.ratio', { ratio: formatNumber(Math.floor(ratio * 10) / 10) })}
        </span>
      </span>
    </li>
  )
}

import { brand, productName } from '../browser/brand.ts'
import { Mark } from '../icons/icon.tsx'

/** The logo of the service, or its icon and its name, as index.html has them until the app is there. */
export function BrandName() {
  const { icon, pictures } = brand ?? {}
  if (pictures?.logo)
    return (
      <>
        <img className="on-light" src={pictures.logo} alt={productName} />
        {pictures.logoDark && <img className="on-dark" src={pictures.logoDark} alt={productName} />}
      </>
    )
  return (
    <>
      {icon ? <img src={icon} alt="" /> : <Mark />}
      {productName}
    </>
  )
}

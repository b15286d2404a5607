import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ines } from '#tests/support/accounts/session-in-page.ts'
import { admitAdmins, admitForFactor, admitForNewPassword, admitGuests, admitUsers } from './admission.ts'

before(() => Object.assign(globalThis, { location: { origin: 'https://files.example.org' } }))

function at(pathname: string, search = '') {
  return { pathname, search, hash: '#a-secret', state: null, key: 'first' }
}

test('guests are sent to the login page, and from there to where they were going', () => {
  for (const admits of [admitUsers, admitAdmins, admitForNewPassword, admitForFactor])
    assert.equal(
      admits(undefined, at('/portal/files', '?page=2')),
      '/login?redirect=%2Fportal%2Ffiles%3Fpage%3D2',
    )
})

test('a person without the right is sent from the admin pages to the portal', () => {
  assert.equal(admitAdmins(ines, at('/admin')), '/portal')
  assert.equal(admitUsers(ines, at('/portal')), undefined)
})

test('an administrator may stay, once there is nothing else to be done first', () => {
  const administrator = { ...ines, isAdmin: true }
  assert.equal(admitAdmins(administrator, at('/admin')), undefined)
  const temporary = { ...administrator, mustChangePassword: true, mustAddFactor: true }
  assert.equal(admitAdmins(temporary, at('/admin')), '/change-password?redirect=%2Fadmin')
  const withoutFactor = { ...administrator, mustAddFactor: true }
  assert.equal(admitAdmins(withoutFactor, at('/admin')), '/add-factor?redirect=%2Fadmin')
})

test('a step that has to be taken is open until it is taken', () => {
  assert.equal(admitForNewPassword({ ...ines, mustChangePassword: true }, at('/change-password')), undefined)
  assert.equal(admitForNewPassword(ines, at('/change-password')), '/portal')
  assert.equal(admitForFactor({ ...ines, mustAddFactor: true }, at('/add-factor')), undefined)
  assert.equal(admitForFactor(ines, at('/add-factor', '?redirect=%2Fadmin')), '/admin')
})

test('anyone who is signed in goes from the pages of guests to where they wanted to go, and to no other place than ours', () => {
  assert.equal(admitGuests(undefined, at('/login')), undefined)
  for (const [redirect, to] of [
    ['/pricing?a=b', '/pricing?a=b'],
    ['https://elsewhere.example/', '/portal'],
    ['//elsewhere.example', '/portal'],
    ['/\\elsewhere.example', '/portal'],
    ['/.//elsewhere.example', '/portal'],
    ['javascript:alert(1)', '/portal'],
  ] as const)
    assert.equal(admitGuests(ines, at('/login', `?${new URLSearchParams({ redirect })}`)), to)
})

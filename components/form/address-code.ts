import { signal } from '@preact/signals';

/** Null until loaded. */
export const addressCode = signal<typeof import('./address-functions').ADDRESS_FUNCTIONS | null>(
  null,
);

/** Never rejects. Without this code, links stay wrapped, and a paste fills no form. */
export async function loadAddressCode(): Promise<void> {
  addressCode.value ??= await import('./address-functions').then(
    (code) => code.ADDRESS_FUNCTIONS,
    () => null,
  );
}

/** Like `unwrappedAddress`. Before `loadAddressCode`, returns every address unchanged. */
export function unwrapped(address: string): string {
  return addressCode.value?.unwrappedAddress(address) ?? address;
}

/** Whether an address may be a wrapped link. */
export function mayBeWrapped(address = ''): boolean {
  return /[=_]https?[:%-]|=a1/i.test(address);
}

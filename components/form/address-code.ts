import { signal } from '@preact/signals';

/**
 * The code that reads pasted addresses and unwraps links; null until loaded. The popup opens without
 * this code.
 */
export const addressCode = signal<typeof import('@/lib/url/given-address') | null>(null);

/** Never rejects. Without this code, links stay wrapped, and a paste fills no form. */
export async function loadAddressCode(): Promise<void> {
  addressCode.value ??= await import('@/lib/url/given-address').catch(() => null);
}

/** Like `unwrappedAddress`. Before `loadAddressCode`, returns every address unchanged. */
export function unwrapped(address: string): string {
  return addressCode.value?.unwrappedAddress(address) ?? address;
}

/** Whether an address may be a wrapped link. */
export function mayBeWrapped(address = ''): boolean {
  return /[=_]https?[:%-]|=a1/i.test(address);
}

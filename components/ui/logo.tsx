/** The extension's own picture; drawn here, since a file of its own would be fetched for the first frame. */
export function Logo() {
  return (
    <svg width={20} height={20} viewBox="0 0 16 16" aria-hidden="true">
      <path fill="#11807f" d="M3 0h8v1l3 3h1v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z" />
      <path fill="#ffc857" d="M11 0l4 4h-4zM11 6h2v8h-2z" />
      <path fill="#fff" d="M3 3h5v1H3zM3 10h2v4H3zM7 8h2v6H7z" />
    </svg>
  );
}

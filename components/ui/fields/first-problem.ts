/** Takes the person to the first field with a problem, whose sentence is then read out. */
export function focusFirstProblem(form: HTMLFormElement): void {
  // The problems are on the page with the next frame.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

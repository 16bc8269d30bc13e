/**
 * Tells the style sheet how wide a scrollbar is here, as `--scrollbar`. Browsers widen a popup by
 * it once its content is too high, and heed no `scrollbar-gutter` there.
 */
export function measureScrollbar(): void {
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; inline-size: 100px; overflow: scroll';
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  document.documentElement.style.setProperty('--scrollbar', `${width}px`);
}

// What a screen costs in Chromium, as the browser itself tells it.
/* global performance, PerformanceObserver, window -- of the page, inside evaluate */

/** A page that notes its long tasks (above 50 ms) and how long each key took until it was painted. */
export async function observedPage(context) {
  const browser = context.browser();
  const page = await context.newPage();
  await page.addInitScript(() => {
    // Not in frames: a task of the preview's document is noted by the page around it.
    if (window !== window.top) return;
    const seen = { tasks: [], keys: [] };
    window.vouchSeen = seen;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.tasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'keydown') seen.keys.push(duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  return {
    page,
    /** Opens an address, waits until `ready` resolves, and tells the time and the long tasks of that. */
    open: async (url, ready) => {
      const startedAt = performance.now();
      await page.goto(url, { waitUntil: 'commit' });
      await ready();
      const openMs = performance.now() - startedAt;
      await page.waitForTimeout(1_000);
      return { openMs, ...longTasks(await page.evaluate(() => window.vouchSeen.tasks)) };
    },
    /**
     * Types into the focused field, and tells the longest task meanwhile and the slowest keys. `longestCpuMs` is the time the
     * task had the processor: on a machine that does something else too, the rest is waiting for it.
     */
    type: async (text, delayMs) => {
      await page.evaluate(() => {
        window.vouchSeen.tasks.length = 0;
        window.vouchSeen.keys.length = 0;
      });
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
      await page.keyboard.type(text, { delay: delayMs });
      await page.waitForTimeout(300);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      const { tasks, keys } = await page.evaluate(() => window.vouchSeen);
      // Keys below 16 ms are not reported; they count as 16.
      const all = [...keys, ...Array(Math.max(0, text.length - keys.length)).fill(16)];
      all.sort((a, b) => a - b);
      return {
        ...longTasks(tasks),
        longestCpuMs: longestCpu(trace.traceEvents),
        keyP95Ms: all[Math.floor(all.length * 0.95)],
      };
    },
    /** Heap after a collection, and nodes of all its documents. */
    size: async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
      return { heapMb: of('JSHeapUsedSize') / 1_048_576, nodes: of('Nodes') };
    },
  };
}

function longTasks(tasks) {
  const durations = tasks.map(({ duration }) => duration);
  return { tasks: durations.length, longestMs: Math.max(0, ...durations) };
}

/** Of the tasks on a page's main thread, the processor time of the longest. */
function longestCpu(events) {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events.filter(
    ({ name, pid, tid, tdur }) =>
      name === 'RunTask' && tdur !== undefined && mains.has(`${pid}:${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1_000));
}

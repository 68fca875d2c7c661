// Browsers refuse web workers on pages opened from a file. There, and only there, a hidden frame runs the worker of the
// search box instead. The theme's offline plugin would fetch such a script from the network with every page.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.appendChild(this.frame)
      const inside = this.frame.contentWindow
      inside.document.open()
      inside.document.write(`<html><body><script>
        postMessage = data => frameElement.worker.dispatchEvent(new MessageEvent("message", {data}))
        importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done, failed) => {
          const script = document.createElement("script")
          Object.assign(script, {src: url, onload: done, onerror: failed})
          document.body.appendChild(script)
        })), Promise.resolve())
      <\/script><script src="${url}"><\/script></body></html>`)
      this.frame.worker = this
      this.ready = new Promise(done => { inside.onload = done })
      inside.document.close()
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data})))
    }
    terminate() { this.frame.remove() }
  }
}

// The server's answers. Every failure becomes an Error whose message can be shown.

import {token} from "./state.js";

const TIMEOUT = 30000;

/** What went wrong, in words: status 0 means that no server answered. */
export class ApiError extends Error {
  constructor(message, status, progress) {
    super(message);
    this.status = status;
    this.progress = progress; // of work that is not done yet, 0 to 1

  }
}

const watchers = [];
/** Calls watcher(true or false) after each answer or failure to get one. */
export const onReachable = (watcher) => watchers.push(watcher);

async function ask(path, options = {}) {
  const headers = {...options.headers};
  if (token()) headers.Authorization = `Bearer ${token()}`;
  let response;
  try {
    const limit = AbortSignal.timeout(TIMEOUT);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    response = await fetch(`api/v1/${path}`, {...options, headers, signal});
  } catch (error) {
    if (options.signal?.aborted) throw error;
    watchers.forEach((watcher) => watcher(false));
    throw new ApiError(error.name === "TimeoutError" ? "The server did not answer within 30 seconds." : "The server does not answer.", 0);
  }
  watchers.forEach((watcher) => watcher(true));
  if (response.ok) return response;
  let message = `The server answered ${response.status}.`, progress;
  try {
    const answer = await response.json();
    message = answer.error || message;
    ({progress} = answer);
  } catch { /* not JSON: the status has to do */ }
  if (response.status === 401) message = "The server wants its token. Open the address that the command printed, with #token= at its end.";
  throw new ApiError(message, response.status, progress);
}

export async function get(path, options) {
  return (await ask(path, options)).json();
}

export async function post(path, body, options = {}) {
  const response = await ask(path, {...options, method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
  return response.headers.get("Content-Type")?.startsWith("application/json") ? response.json() : response.arrayBuffer();
}

export async function getBytes(path) {
  return (await ask(path)).arrayBuffer();
}

/**
 * Only the last question counts: asking again aborts the one before. Answers of an aborted question never arrive;
 * its promise stays open.
 */
export function latest() {
  let controller = new AbortController();
  return async (work) => {
    controller.abort();
    controller = new AbortController();
    const {signal} = controller;
    try {
      const answer = await work(signal);
      return signal.aborted ? await new Promise(() => {}) : answer;
    } catch (error) {
      if (signal.aborted) return new Promise(() => {});
      throw error;
    }
  };
}

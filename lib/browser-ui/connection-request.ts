/** A request of a tab that the extension opens. */
export interface ConnectionRequest {
  /** The connection of the request; null if no connection was in use. */
  connectionId: string | null;
}

/**
 * Returns a request of the connection in use. Returns undefined for a request of another connection, as
 * for a lost request.
 */
export function ownRequest<Request extends ConnectionRequest>(
  request: Request | undefined,
  connection: { id: string } | null,
): Request | undefined {
  return request?.connectionId === (connection?.id ?? null) ? request : undefined;
}

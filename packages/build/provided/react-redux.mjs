// What the shell provides under the name react-redux: hooks and the provider. `connect` is as much again.
export {
  Provider,
  ReactReduxContext,
  batch,
  shallowEqual,
  useDispatch,
  useSelector,
  useStore,
} from 'react-redux-source';

//! Python bindings of [`crate::deals`]: one class, whose arrays are buffers of its caller.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::deals::{
    Call, Contract, Doing, Game, KINDS, LAWS, Layout, MeldRules, Melds, Memory, Next, Redeal,
    Referee, Rows, Rules, SEATS, Said, State, Table, Won, advance,
};
use crate::play::Mask;
use crate::python::Law;
use crate::random::Random;

/// Attacker, trump, value, stake, whether it is closed, and who gets the turned card.
type StandingBid = (usize, usize, u8, u8, bool, usize);
/// Action; what is said, 0 pass, 1 a trump, 2 double, 3 redouble, 4 another word; trump and value;
/// where it leads, a state, -1 a dead deal, or from -2 down the contracts; how many seats on the next
/// speaker sits.
type CallRow = (usize, u8, u8, u8, i64, usize);
/// The standing bid, the calls, whether the rest is dealt, whether a low hand may be dealt again.
type StateRow = (Option<StandingBid>, Vec<CallRow>, bool, bool);
type MeldRow = (u16, [u8; KINDS], Mask);
/// Announcements, and what the best run claims in a plain suit and in trumps.
type RunRow = (MeldRow, [u16; 2]);
type MeldTable = (Vec<RunRow>, [[MeldRow; 8]; 6], [bool; 6], usize, bool);
/// Observations, masks, seats, done, returns.
type Arrays = (PyBuffer<u8>, PyBuffer<u8>, PyBuffer<u8>, PyBuffer<u8>, PyBuffer<i32>);

/// The rules in Python: what is asked of them is rare.
struct PythonReferee {
    marks: Py<PyAny>,
    melds: Py<PyAny>,
    contest: Py<PyAny>,
}

impl Referee for PythonReferee {
    type Error = PyErr;

    fn marks(&self, won: &Won) -> PyResult<[i32; 2]> {
        let Won { terms, attack, points, tricks, alone, melds, belote } = *won;
        Python::attach(|py| {
            let asked = (terms, attack, points, tricks, alone, melds, belote);
            self.marks.call1(py, asked)?.extract(py)
        })
    }

    fn melds(&self, hand: Mask, trump: usize) -> PyResult<Melds> {
        Python::attach(|py| self.melds.call1(py, (hand, trump))?.extract(py)).map(melds)
    }

    fn contest(&self, hands: [Mask; SEATS], trump: usize) -> PyResult<u8> {
        Python::attach(|py| self.contest.call1(py, (hands, trump))?.extract(py))
    }
}

fn melds((points, kinds, cards): MeldRow) -> Melds {
    Melds { points, kinds, cards, claims: [0; 2] }
}

fn state((standing, calls, settled, redeals): StateRow) -> PyResult<State> {
    let mut calls = calls.into_iter().map(call).collect::<PyResult<Vec<_>>>()?;
    calls.sort_by_key(|call| call.action);
    let standing = standing.map(|bid| contract((bid, 0)));
    Ok(State { standing, calls, settled, redeals })
}

fn contract((bid, terms): (StandingBid, u16)) -> Contract {
    let (attacker, trump, value, stake, closed, turned_to) = bid;
    Contract { attacker, trump, value, stake, closed, turned_to, terms }
}

fn call((action, said, trump, value, next, step): CallRow) -> PyResult<Call> {
    let said = match said {
        0 => Said::Pass,
        1 => Said::Trump { trump, value },
        2 => Said::Double,
        3 => Said::Redouble,
        4 => Said::Named,
        _ => return Err(PyValueError::new_err(format!("{said} is nothing that is said"))),
    };
    let next = match next {
        0.. => Next::State(next as u32),
        -1 => Next::Dead,
        _ => Next::Contract((-2 - next) as u32),
    };
    Ok(Call { action, said, next, step })
}

/// Many tables, each with a deal in play; the next one follows by itself.
#[pyclass(module = "rebelote._kernel")]
pub struct Deals {
    table: Table,
    laws: [Option<Py<Law>>; LAWS],
    referee: PythonReferee,
    memory: Memory,
    games: Vec<Game>,
    rows: Rows,
}

#[pymethods]
#[allow(clippy::needless_pass_by_value)] // As Python calls it.
impl Deals {
    #[new]
    #[allow(clippy::too_many_arguments)] // Python names them.
    fn new(
        states: Vec<StateRow>,
        starts: Vec<u32>,
        contracts: Vec<(StandingBid, u16)>,
        packets: Vec<usize>,
        turns_up: bool,
        redeal: (usize, Mask),
        belotes: ([Vec<Mask>; 6], u16, bool),
        announcements: Option<MeldTable>,
        actions: usize,
        layout: ([usize; 22], usize),
        laws: [Option<Py<Law>>; LAWS],
        referee: (Py<PyAny>, Py<PyAny>, Py<PyAny>),
    ) -> PyResult<Self> {
        let (belotes, belote, belote_second) = belotes;
        let (action, low) = redeal;
        let agreed =
            announcements.map(|(runs, squares, announced, show_trick, earliest)| MeldRules {
                runs: runs
                    .into_iter()
                    .map(|(row, claims)| Melds { claims, ..melds(row) })
                    .collect(),
                squares: squares.map(|row| row.map(melds)),
                announced,
                show_trick,
                earliest,
            });
        let table = Table {
            states: states.into_iter().map(state).collect::<PyResult<_>>()?,
            starts,
            contracts: contracts.into_iter().map(contract).collect(),
            packets,
            turns_up,
            belotes,
            belote,
            belote_second,
            redeal: Redeal { action, low },
            melds: agreed,
            actions,
            layout: Layout { starts: layout.0, size: layout.1 },
        };
        table.check().map_err(PyValueError::new_err)?;
        if table.contracts.iter().any(|contract| laws[contract.law()].is_none()) {
            return Err(PyValueError::new_err("a contract has no law"));
        }
        let (marks, melds, contest) = referee;
        let referee = PythonReferee { marks, melds, contest };
        let rows = Rows::new(&table, 0);
        Ok(Self { table, laws, referee, memory: Memory::default(), games: vec![], rows })
    }

    /// Begin at so many tables with the first deals of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64, count: usize, arrays: Arrays) -> PyResult<()> {
        let mut streams = Random::new(seed);
        self.games = (0..count).map(|_| Game::new(&self.table, streams.next())).collect();
        self.rows = Rows::new(&self.table, count);
        self.advance(py, Doing::Look, 1)?;
        self.write(py, &arrays)
    }

    /// Do one action at each table. Where one is not legal, a `ValueError` says so and nothing is
    /// done.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyBuffer<i32>,
        arrays: Arrays,
        threads: usize,
    ) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        if actions.len() != self.games.len() {
            let (given, needed) = (actions.len(), self.games.len());
            return Err(PyValueError::new_err(format!("{given} actions for {needed} tables")));
        }
        let masks = self.rows.masks.chunks_exact(self.table.actions);
        for (number, (&action, mask)) in actions.iter().zip(masks).enumerate() {
            if usize::try_from(action).ok().and_then(|at| mask.get(at)) != Some(&1) {
                let sentence = format!("action {action} is not legal at table {number}");
                return Err(PyValueError::new_err(sentence));
            }
        }
        self.advance(py, Doing::Act(&actions), threads)?;
        self.write(py, &arrays)
    }

    /// Do so many actions by chance at each table; how many deals have ended.
    fn play(
        &mut self,
        py: Python<'_>,
        steps: u64,
        arrays: Arrays,
        threads: usize,
    ) -> PyResult<u64> {
        let ended = self.advance(py, Doing::Play(steps), threads)?;
        self.write(py, &arrays)?;
        Ok(ended)
    }

    /// Write a legal action of each table, any of them equally likely.
    fn choose(&mut self, py: Python<'_>, actions: PyBuffer<i32>) -> PyResult<()> {
        let laws = self.laws.each_ref().map(|law| law.as_ref().map(|law| &law.get().0.law));
        let rules =
            Rules { table: &self.table, laws: &laws, referee: &self.referee, memory: &self.memory };
        let chosen: Vec<i32> =
            self.games.iter_mut().map(|game| game.choose(rules) as i32).collect();
        actions.copy_from_slice(py, &chosen)
    }
}

impl Deals {
    fn advance(&mut self, py: Python<'_>, doing: Doing<'_>, threads: usize) -> PyResult<u64> {
        let laws = self.laws.each_ref().map(|law| law.as_ref().map(|law| &law.get().0.law));
        let (games, rows) = (&mut self.games, &mut self.rows);
        let rules =
            Rules { table: &self.table, laws: &laws, referee: &self.referee, memory: &self.memory };
        py.detach(|| advance(rules, games, rows, doing, threads))
    }

    fn write(&self, py: Python<'_>, arrays: &Arrays) -> PyResult<()> {
        let (observations, masks, seats, done, returns) = arrays;
        observations.copy_from_slice(py, &self.rows.observations)?;
        masks.copy_from_slice(py, &self.rows.masks)?;
        seats.copy_from_slice(py, &self.rows.seats)?;
        done.copy_from_slice(py, &self.rows.done)?;
        returns.copy_from_slice(py, &self.rows.returns)
    }
}
